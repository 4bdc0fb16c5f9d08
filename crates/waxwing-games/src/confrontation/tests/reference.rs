//! The rules once more, told one after another with names in lists: a whole game is played along the record of a fast
//! one, and at every question the possible answers are compared.

use std::collections::{BTreeMap, BTreeSet};

use super::*;

/// A question that the fast game asked, and the answer it got.
struct Asked {
    who: Turn,
    options: BTreeSet<String>,
    answer: String,
}

/// Some game is over: the winner, or a draw.
type Ending = Result<(), Option<&'static str>>;

struct Teller {
    at: BTreeMap<&'static str, usize>,
    hands: [Vec<&'static str>; 2],
    shown: BTreeSet<&'static str>,
    record: std::vec::IntoIter<Asked>,
}

const NUMBERS: [&str; 6] = ["1", "2", "3", "4", "5", "6"];

/// The rows of the board.
fn rows() -> Vec<Vec<usize>> {
    vec![vec![0], vec![1, 2], vec![3, 4, 5], vec![6, 7, 8, 9], vec![10, 11, 12], vec![13, 14], vec![15]]
}

fn place_of(region: usize) -> (usize, usize) {
    let row = rows().iter().position(|row| row.contains(&region)).unwrap();
    (row, rows()[row].iter().position(|&there| there == region).unwrap())
}

/// Regions touch when they lie half a step beside each other in neighbouring rows.
fn neighbours(region: usize, rows_on: i32) -> Vec<usize> {
    let across = |region: usize| {
        let (row, place) = place_of(region);
        (row as i32, 2 * place as i32 - rows()[row].len() as i32)
    };
    let (row, x) = across(region);
    (0..16)
        .filter(|&other| {
            let (other_row, other_x) = across(other);
            let distance = if rows_on == 0 { 2 } else { 1 };
            other_row == row + rows_on && (x - other_x).abs() == distance && !(rows_on == 0 && row == 3)
        })
        .collect()
}

fn capacity(region: usize) -> usize {
    match place_of(region).0 {
        0 | 6 => 4,
        3 => 1,
        _ => 2,
    }
}

fn side_of(name: &str) -> usize {
    usize::from(PIECE_NAMES[LEGION].contains(&name))
}

fn strength(name: &str) -> usize {
    match name {
        "martyr" => 0,
        "bearer" | "scout" => 1,
        "guardian" | "squire" | "raiders" | "wolf" => 2,
        "archer" | "axeman" | "winged-hunter" | "outrider" => 3,
        "ranger" | "warlock" => 4,
        "sage" | "lurker" | "fire-fiend" | "dread-captain" => 5,
        _ => 9,
    }
}

fn value(card: &str) -> usize {
    card.parse().unwrap_or(0)
}

impl Teller {
    fn ask(&mut self, who: Turn, options: impl IntoIterator<Item = String>) -> String {
        let asked = self.record.next().expect("the fast game has ended too early");
        let options: BTreeSet<String> = options.into_iter().collect();
        assert_eq!((asked.who, &asked.options), (who, &options), "{:?}", self.at);
        asked.answer
    }

    fn ask_side(&mut self, side: usize, options: impl IntoIterator<Item = String>) -> String {
        self.ask(Turn::Player(Player(side as u8)), options)
    }

    /// One of the regions; no player is asked where there is only one.
    fn ask_where(&mut self, side: usize, regions: Vec<usize>) -> usize {
        match regions[..] {
            [only] => only,
            _ => {
                let answer = self.ask_side(side, regions.iter().map(|region| format!("retreat:{region}")));
                answer.trim_start_matches("retreat:").parse().unwrap()
            }
        }
    }

    fn in_region(&self, side: usize, region: usize) -> Vec<&'static str> {
        self.at.iter().filter(|&(name, &at)| at == region && side_of(name) == side).map(|(&name, _)| name).collect()
    }

    fn has_room(&self, side: usize, region: usize) -> bool {
        self.in_region(side, region).len() < capacity(region)
    }

    fn refuges(&self, side: usize, regions: Vec<usize>) -> Vec<usize> {
        let good = |region: &usize| self.has_room(side, *region) && self.in_region(1 - side, *region).is_empty();
        regions.into_iter().filter(good).collect()
    }

    fn destinations(&self, name: &str) -> BTreeSet<usize> {
        let (side, from) = (side_of(name), self.at[name]);
        let enemies = |region: usize| self.in_region(1 - side, region).len();
        let mut found: BTreeSet<usize> = neighbours(from, if side == WARDENS { 1 } else { -1 }).into_iter().collect();
        match (side, from) {
            (WARDENS, 4) => found.extend([11]),
            (WARDENS, 10) => found.extend([11]),
            (WARDENS, 11) => found.extend([12]),
            _ => {}
        }
        let aside = neighbours(from, 0).into_iter().filter(|&region| enemies(region) > 0);
        match name {
            "ranger" => {
                found.extend(aside);
                found.extend(neighbours(from, -1).into_iter().filter(|&region| enemies(region) > 0));
            }
            "dread-captain" => found.extend(aside),
            "winged-hunter" => found.extend((0..16).filter(|&region| enemies(region) == 1)),
            "outrider" => {
                let mut roads = vec![from];
                while let Some(here) = roads.pop() {
                    for next in neighbours(here, -1).into_iter().filter(|&next| self.has_room(LEGION, next)) {
                        if enemies(next) > 0 {
                            found.insert(next);
                        } else {
                            roads.push(next);
                        }
                    }
                }
            }
            _ => {}
        }
        found.into_iter().filter(|&region| self.has_room(side, region)).collect()
    }

    fn game(&mut self, mut side: usize) -> Ending {
        for turn in 0.. {
            let own: Vec<&str> = self.at.keys().copied().filter(|name| side_of(name) == side).collect();
            let moves: Vec<(&str, usize, usize)> = own
                .into_iter()
                .flat_map(|name| self.destinations(name).into_iter().map(move |to| (name, to)))
                .map(|(name, to)| (name, self.at[name], to))
                .collect();
            if moves.is_empty() {
                return Err(Some(super::super::names::SIDES[1 - side]));
            }
            if turn == 400 {
                return Err(None);
            }
            let texts: Vec<String> = moves.iter().map(|(name, _, to)| format!("{name}:{to}")).collect();
            let answer = self.ask_side(side, texts.clone());
            let (name, from, to) = moves[texts.iter().position(|text| *text == answer).unwrap()];
            self.turn(side, name, from, to)?;
            self.shown.clear();
            if self.in_region(LEGION, 0).len() >= 3 {
                return Err(Some("legion"));
            }
            side = 1 - side;
        }
        unreachable!()
    }

    fn turn(&mut self, side: usize, name: &'static str, from: usize, to: usize) -> Ending {
        if side == WARDENS && (from, to) == (4, 11) && !self.in_region(LEGION, 8).is_empty() {
            let fiend = self.in_region(LEGION, 8).contains(&"fire-fiend");
            let strike = fiend.then(|| "ambush".to_owned());
            if self.ask_side(LEGION, strike.into_iter().chain(["let-pass".to_owned()])) == "ambush" {
                self.ask(Turn::Chance, [format!("battle:{name}-fire-fiend")]);
                return self.fall(name);
            }
        }
        self.at.insert(name, to);
        if name == "bearer" && to == 15 {
            return Err(Some("wardens"));
        }
        let mut first = true;
        while self.at.get(name) == Some(&to) && !self.in_region(1 - side, to).is_empty() {
            let enemy = self.opponent(side, name, to);
            let (warden, legionary) = if side == WARDENS { (name, enemy) } else { (enemy, name) };
            self.shown.extend([warden, legionary]);
            let fighter = self.battle(side, warden, legionary, to, first)?;
            // The Lurker's prey is whoever fought her in the end.
            if legionary == "lurker"
                && !self.at.contains_key(fighter)
                && self.at.get("lurker").is_some_and(|&at| at != 14)
            {
                self.at.remove("lurker");
                if self.in_region(WARDENS, 14).is_empty() && self.has_room(LEGION, 14) {
                    self.at.insert("lurker", 14);
                }
            }
            first = false;
        }
        Ok(())
    }

    fn opponent(&mut self, side: usize, mover: &str, region: usize) -> &'static str {
        let enemies = self.in_region(1 - side, region);
        let (known, hidden): (Vec<&str>, Vec<&str>) = enemies.iter().partition(|name| self.shown.contains(*name));
        if let ([only], []) = (&known[..], &hidden[..]) {
            return enemies[enemies.iter().position(|name| name == only).unwrap()];
        }
        if !known.is_empty() {
            let answers = known.iter().map(|name| format!("fight:{name}")).chain(["fight:unknown".to_owned()]);
            let answer = self.ask_side(side, answers);
            if let Some(name) = enemies.iter().find(|name| answer == format!("fight:{name}")) {
                return name;
            }
        }
        let text = |name: &str| match side {
            WARDENS => format!("battle:{mover}-{name}"),
            _ => format!("battle:{name}-{mover}"),
        };
        let answer = self.ask(Turn::Chance, hidden.iter().map(|name| text(name)));
        enemies.into_iter().find(|name| answer == text(name)).unwrap()
    }

    fn fall(&mut self, name: &str) -> Ending {
        self.at.remove(name);
        self.shown.remove(name);
        if name == "bearer" { Err(Some("legion")) } else { Ok(()) }
    }

    /// A battle; the Warden who has fought in the end.
    fn battle(
        &mut self,
        side: usize,
        warden: &'static str,
        legionary: &'static str,
        field: usize,
        first: bool,
    ) -> Result<&'static str, Option<&'static str>> {
        let mut warden = warden;
        let mut power = strength(warden);
        let attacked = side == LEGION;
        let company = self.in_region(WARDENS, field);
        if legionary != "wolf" {
            if attacked && warden == "bearer" {
                let refuges = self.refuges(WARDENS, neighbours(field, 0));
                if !refuges.is_empty() || company.len() > 1 {
                    let guard = company.contains(&"guardian").then(|| "guard".to_owned());
                    let retreats = refuges.iter().map(|region| format!("retreat:{region}"));
                    let answers: Vec<String> = retreats.chain(guard).chain(["stay".to_owned()]).collect();
                    let answer = self.ask_side(WARDENS, answers);
                    if let Some(region) = answer.strip_prefix("retreat:") {
                        self.at.insert("bearer", region.parse().unwrap());
                        return Ok(warden);
                    }
                    if answer == "guard" {
                        (warden, power) = ("guardian", 5);
                        self.shown.insert("guardian");
                    }
                }
            } else if attacked && warden == "guardian" && company.len() > 1 {
                let show = company.contains(&"bearer").then(|| "show-bearer".to_owned());
                if self.ask_side(WARDENS, show.into_iter().chain(["alone".to_owned()])) == "show-bearer" {
                    power = 5;
                    self.shown.insert("bearer");
                }
            } else if !attacked && warden == "scout" {
                let refuges = self.refuges(WARDENS, neighbours(field, -1));
                if !refuges.is_empty() {
                    let retreats = refuges.iter().map(|region| format!("retreat:{region}"));
                    let answer = self.ask_side(WARDENS, retreats.chain(["stay".to_owned()]).collect::<Vec<_>>());
                    if let Some(region) = answer.strip_prefix("retreat:") {
                        self.at.insert("scout", region.parse().unwrap());
                        return Ok(warden);
                    }
                }
            }
            if warden == "martyr" {
                self.fall(legionary)?;
                self.fall(warden)?;
                return Ok(warden);
            }
            let slain = [("squire", "dread-captain"), ("archer", "winged-hunter"), ("axeman", "raiders")];
            if slain.contains(&(warden, legionary)) {
                self.fall(legionary)?;
                return Ok(warden);
            }
        }
        if legionary == "raiders" && attacked && first {
            self.fall(warden)?;
            return Ok(warden);
        }
        let words = ["cards".to_owned(), "no-cards".to_owned()];
        if legionary == "warlock" && self.ask_side(LEGION, words) == "no-cards" {
            self.weigh(warden, power, legionary, strength(legionary))?;
        } else {
            self.cards(warden, power, legionary)?;
        }
        Ok(warden)
    }

    fn weigh(&mut self, warden: &str, wardens: usize, legionary: &str, legion: usize) -> Ending {
        if legion <= wardens {
            self.fall(legionary)?;
        }
        if wardens <= legion {
            self.fall(warden)?;
        }
        Ok(())
    }

    fn put_card(&mut self, side: usize) -> &'static str {
        let hand = self.hands[side].clone();
        let answer = self.ask_side(side, hand.iter().map(|card| format!("card:{card}")));
        hand.into_iter().find(|card| answer == format!("card:{card}")).unwrap()
    }

    /// What becomes of a Recall.
    fn recall(&mut self, side: usize, card: &'static str) -> &'static str {
        if card != "recall" {
            return card;
        }
        let played: Vec<&str> =
            super::super::names::CARD_NAMES[side].into_iter().filter(|card| !self.hands[side].contains(card)).collect();
        match played[..] {
            [] => "nothing",
            [only] => only,
            _ => {
                let answer = self.ask_side(side, played.iter().map(|card| format!("recall:{card}")));
                played.into_iter().find(|card| answer == format!("recall:{card}")).unwrap()
            }
        }
    }

    fn cards(&mut self, warden: &'static str, power: usize, legionary: &'static str) -> Ending {
        let sage = warden == "sage" && legionary != "wolf";
        let legion_card = self.put_card(LEGION);
        let mut legion = legion_card;
        let mut read_legion = |teller: &mut Teller| {
            legion = if legionary == "ogre" { "nothing" } else { teller.recall(LEGION, legion_card) };
        };
        let wardens_card;
        if sage {
            read_legion(self);
            wardens_card = self.put_card(WARDENS);
        } else {
            wardens_card = self.put_card(WARDENS);
            self.ask(Turn::Chance, [format!("shows:{legion_card}")]);
            read_legion(self);
        }
        let mut wardens = wardens_card;
        if legion == "baleful-gaze" && !NUMBERS.contains(&wardens) {
            wardens = "nothing";
        }
        let mut sidestepped = false;
        let aside = self.refuges(LEGION, neighbours(self.at[legionary], 0));
        if legion == "sidestep" && !aside.is_empty() {
            let to = self.ask_where(LEGION, aside);
            self.at.insert(legionary, to);
            sidestepped = true;
        }
        wardens = self.recall(WARDENS, wardens);
        let behind = self.refuges(WARDENS, neighbours(self.at[warden], -1));
        let mut fallen = Ok(());
        if wardens == "last-stand" && !sidestepped {
            fallen = self.fall(legionary).and_then(|()| self.fall(warden));
        } else if wardens == "fall-back" && !behind.is_empty() {
            let to = self.ask_where(WARDENS, behind);
            self.at.insert(warden, to);
        } else if !sidestepped {
            let legion = if wardens == "veil" { 0 } else { value(legion) };
            fallen = self.weigh(warden, power + value(wardens), legionary, strength(legionary) + legion);
        }
        for (side, card) in [(WARDENS, wardens_card), (LEGION, legion_card)] {
            self.hands[side].retain(|held| *held != card);
            if self.hands[side].is_empty() {
                self.hands[side] = super::super::names::CARD_NAMES[side].to_vec();
            }
        }
        fallen
    }
}

/// Plays a random game with the fast rules and records what was asked.
fn record(start: &Confrontation, rng: &mut Rng) -> (Vec<Asked>, Confrontation) {
    let (mut state, mut asked) = (start.clone(), Vec::new());
    while let Some(action) = random_action(&state, rng) {
        let listed = options(&state);
        assert_eq!(listed.iter().collect::<BTreeSet<_>>().len(), listed.len());
        asked.push(Asked { who: state.turn(), options: listed.into_iter().collect(), answer: state.format(action) });
        state.apply(action);
    }
    (asked, state)
}

fn teller(start: &Confrontation, record: Vec<Asked>) -> Teller {
    let names = PIECE_NAMES.concat();
    let at = names.into_iter().filter_map(|name| Some((name, usize::from(region_of(start, name)?)))).collect();
    let hands = [WARDENS, LEGION].map(|side| {
        let cards = super::super::names::CARD_NAMES[side].into_iter().enumerate();
        cards.filter(|(card, _)| start.hands[side] >> card & 1 == 1).map(|(_, name)| name).collect()
    });
    Teller { at, hands, shown: BTreeSet::new(), record: record.into_iter() }
}

#[test]
fn the_fast_rules_agree_with_the_told_ones() {
    let mut rng = Rng::new(17);
    let mut words = BTreeMap::new();
    for game in 0..3000 {
        let start = match game % 3 {
            0 => {
                let mut start = Confrontation::new("random").unwrap();
                start.apply(start.sample_chance(&mut rng));
                start
            }
            1 => state(&random_setup(&mut rng)),
            _ => state(&random_siege(&mut rng)),
        };
        let (record, end) = record(&start, &mut rng);
        for asked in &record {
            let word = asked.answer.split([':', '-']).next().unwrap_or_default().to_owned();
            *words.entry(word).or_insert(0) += 1;
        }
        let mut teller = teller(&start, record);
        let ending = teller.game(usize::from(start.side)).expect_err("every game ends");
        assert!(teller.record.next().is_none(), "the told game has ended too early");
        assert_eq!(ending, winner(&end).map(|side| super::super::names::SIDES[side]));
        for name in PIECE_NAMES.concat() {
            assert_eq!(region_of(&end, name).map(usize::from), teller.at.get(name).copied(), "{name}");
        }
    }
    // Every kind of question has come up, and often.
    let all = ["ambush", "let", "stay", "guard", "show", "alone", "cards", "no", "card", "recall", "retreat", "fight"];
    for word in all {
        assert!(words.get(word).is_some_and(|&count| count > 10), "{word}: {words:?}");
    }
}

use waxwing::{Game, Notation, Player, Rng};

use super::{Hearts, Passing, Rules, USUAL, after};
use crate::hearts::cards::HEARTS;

const SHORT: Rules = Rules { limit: 1, ranks: 3, passing: Passing::Always(0), breaking: HEARTS };
const DEAL: &str = "deal:AKQ.../.AKQ../..AKQ./...AKQ";

#[test]
fn tens_and_small_letters_are_read_and_passes_in_any_order() {
    let state = Hearts::new();
    let again = |text: &str| state.format(state.parse(text).unwrap());
    assert_eq!(["QS", "TD", "10D", "2c", "ah"].map(again), ["QS", "TD", "TD", "2C", "AH"]);
    assert_eq!(["2C,7H,AS", "AS,10h,2C"].map(again), ["2C,7H,AS", "2C,TH,AS"]);
    assert_eq!(["exchange", "got:AS,2C,3C"].map(again), ["exchange", "got:2C,3C,AS"]);
}

#[test]
fn what_is_no_move_is_answered_with_what_would_be_one() {
    let state = Hearts::with(SHORT);
    let message = |state: &Hearts, text: &str| state.parse(text).unwrap_err();
    for text in ["", "Q", "1S", "QX", "QSS", "110D", "♠Q", "QS,KS", "QS,QS,KS", "QS,KS,AS,2C", "got:QS", "Exchange"] {
        assert!(message(&state, text).starts_with(&format!("`{text}` is not a move; ")), "{text}");
    }
    assert_eq!(
        message(&after(SHORT, DEAL), "11C"),
        "`11C` is not a move; a card is its rank (23456789TJQKA) and the letter of its suit, like `QS`"
    );
    let passing = after(Rules { passing: Passing::Cycle, ..SHORT }, DEAL);
    assert_eq!(message(&passing, "2C7H"), "`2C7H` is not a move; a pass is three cards like `2C,7H,AS`");
}

#[test]
fn an_impossible_deal_is_answered_with_what_is_wrong_with_it() {
    let form = "a deal is four hands like `AK2..JT.Q98` (clubs, diamonds, hearts, spades), with `/` between them";
    let cases = [
        ("", format!("`` has one hand; {form}")),
        ("AKQ.../.AKQ..", format!("`AKQ.../.AKQ..` has 2 hands; {form}")),
        ("AKQ/.AKQ../..AKQ./...AKQ", format!("the hand of North, `AKQ`, does not have four suits; {form}")),
        (
            "AKQ.../.AK1../..AKQ./...AKQ",
            format!("the hand of East, `.AK1..`, has `1`, which is no rank of 23456789TJQKA; {form}"),
        ),
        ("AKK.../.AKQ../..AKQ./...AKQ", format!("the hand of North, `AKK...`, has KC twice; {form}")),
        ("AKQ.../A.KQ../..AKQ./...AKQ", "deals AC twice; every card is dealt once".to_owned()),
        ("AKQ.../.AK../..AKQ./...AKQ", "gives East 2 cards; every hand has 3".to_owned()),
        (
            "AKJ.../.AKQ../..AKQ./...AKQ",
            "does not deal QC; hands of 3 have the highest 3 ranks of every suit".to_owned(),
        ),
    ];
    for (hands, wanted) in cases {
        let message = Hearts::with(SHORT).parse(&format!("deal:{hands}")).unwrap_err();
        assert!(message.starts_with(&format!("`{hands}`")) && message.ends_with(&wanted), "{message}");
    }
    assert!(Hearts::new().parse(DEAL).unwrap_err().ends_with("gives North 3 cards; every hand has 13"));
}

#[test]
fn every_deal_can_be_typed_again() {
    let mut rng = Rng::new(1);
    for ranks in 3..=13 {
        let state = Hearts::with(Rules { ranks, ..USUAL });
        let deal = state.sample_chance(&mut rng);
        assert_eq!(state.parse(&state.format(deal)), Ok(deal));
    }
    let mut state = Hearts::with(SHORT);
    let deal = state.parse(DEAL).unwrap();
    assert_eq!(state.format(deal), DEAL);
    state.apply(deal);
    assert_eq!(state.hands, [7 << 10, 7 << 26, 7 << 42, 7 << 58]);
}

#[test]
fn a_drawing_shows_the_table_and_hides_the_other_hands() {
    let moves = "deal:Q.AK../K.Q..A/A..Q.K/..AK.Q QC KC AC QS KS AH";
    let state = after(SHORT, moves);
    let all = "  round 1, to 1 point; hearts may be led
          total  taken  trick hand
  North      0      0        ♦ A K
  East       0      0        ♦ Q  ♠ A
  South      0     13  ♠K    ♥ Q
  West       0      0  ♥A    ♥ K
";
    assert_eq!(state.draw(None), all);
    let seen = all.replace("♦ Q  ♠ A", "2 cards").replace("♥ Q", "1 card").replace("♥ K", "1 card");
    assert_eq!(state.draw(Some(Player(0))), seen);
}

#[test]
fn a_drawing_shows_the_last_trick_between_two_and_a_pass_to_its_player() {
    let between = after(SHORT, "deal:Q.AK../K.Q..A/A..Q.K/..AK.Q QC KC AC QS").draw(None);
    assert!(between.contains("(♣A)") && between.contains("hearts may not be led yet"), "{between}");
    let passing = after(Rules { passing: Passing::Cycle, ranks: 3, ..USUAL }, &format!("{DEAL} AC,KC,QC"));
    assert!(passing.draw(Some(Player(0))).contains("North      0      0        ♣ A K Q   passes ♣ A K Q"));
    assert!(!passing.draw(Some(Player(1))).contains('♣'));
    assert!(passing.draw(Some(Player(1))).starts_with("  round 1, to 50 points; cards are passed to the left\n"));
}

//! One flipped bit in a store: what is exported is what was played, or the damage is named.

use std::fs;

use waxwing::Rng;

use super::ensure;
use crate::Workplace;
use crate::workplace::{text, timeless};

pub fn attack(place: &Workplace, rng: &mut Rng) -> Result<(), String> {
    let store = place.fresh("flipped.sqlite");
    let mut bytes = fs::read(place.reference_store()).map_err(|error| error.to_string())?;
    let (byte, bit) = (rng.below(bytes.len()), rng.below(8));
    bytes[byte] ^= 1 << bit;
    fs::write(&store, bytes).map_err(|error| error.to_string())?;
    let at = |message: String| format!("bit {bit} of byte {byte}: {message}");
    let exported = place.run(&["experiment", "export", text(&store), "--csv", "-"]).map_err(at)?;
    let games = timeless(&exported.printed);
    let is_silent = exported.code == Some(0) && exported.complaint.is_empty();
    ensure(!is_silent || games == place.reference(), || at("the export differs and nothing is said".into()))?;
    let is_true = games.iter().all(|game| place.reference().contains(game));
    ensure(exported.code != Some(0) || is_true, || at("a game is exported that was not played".into()))?;
    for verb in ["status", "report", "check"] {
        let out = place.fresh("flipped-pages");
        let mut arguments = vec!["experiment", verb, text(&store)];
        if verb == "report" {
            arguments.extend(["--out", text(&out)]);
        }
        place.run(&arguments).map_err(|error| at(format!("{verb}: {error}")))?;
        let _ = fs::remove_dir_all(&out);
        place.fresh("flipped-pages.md");
    }
    let repaired = place.run(&["experiment", "check", text(&store), "--repair"]).map_err(at)?;
    if repaired.code == Some(0) {
        // What is repaired may lack games whose place in the file was lost: the run plays them.
        place.play(&store).and_then(|_| place.compare(&store)).map_err(at)?;
    }
    Ok(())
}

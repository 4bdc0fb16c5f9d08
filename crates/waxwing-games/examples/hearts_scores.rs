//! Writes the database of Hearts round scores (`src/hearts/scores.bin`) again.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/hearts/scores.bin");
    let scores = waxwing_games::hearts_round_scores();
    std::fs::write(&path, &scores)?;
    println!("{} rounds written to {}", scores.len() / 4, path.display());
    Ok(())
}

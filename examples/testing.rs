//! Running an example's program, for the tests of all examples.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A program in a folder of its own.
pub struct Program {
    path: &'static str,
    folder: PathBuf,
}

impl Program {
    /// The program at a path, in an empty folder of this name.
    pub fn new(path: &'static str, folder: &str) -> Program {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Program { path, folder }
    }

    /// Writes a file into the program's folder.
    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.join(name), text).unwrap();
    }

    /// What the program prints, which must not fail.
    #[track_caller]
    pub fn prints(&self, arguments: &[&str], input: &str) -> String {
        let output = self.run(arguments, input);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs the program, and looks for parts of what it prints.
    #[track_caller]
    pub fn says(&self, arguments: &[&str], parts: &[&str]) {
        let text = self.prints(arguments, "");
        for part in parts {
            assert!(text.contains(part), "{arguments:?} should say `{part}`: {text}");
        }
    }

    /// Runs the program with arguments that it must refuse, and looks for a part of its message.
    #[track_caller]
    pub fn refuses(&self, arguments: &[&str], part: &str) {
        let output = self.run(arguments, "");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains(part), "{arguments:?} should say `{part}`: {message}");
    }

    fn run(&self, arguments: &[&str], input: &str) -> Output {
        let mut command = Command::new(self.path);
        command.args(arguments).env("NO_COLOR", "1").current_dir(&self.folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A program that ends before it has read everything closes its input.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }
}

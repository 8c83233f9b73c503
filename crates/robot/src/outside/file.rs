//! Whether a file is there, and what it says.

use super::MOST_BYTES;
use lea_act::world::Effected;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Looks for a file in one of the folders that are allowed.
pub fn check(path: &str, contains: Option<&str>, folders: &[PathBuf]) -> Effected {
    let within = |p: &Path| folders.iter().any(|folder| p.starts_with(folder));
    if !within(Path::new(path)) || Path::new(path).components().any(|c| c.as_os_str() == "..") {
        return Effected::Unknown(format!("{path} is in no folder of [run] folders"));
    }
    let real = match std::fs::canonicalize(path) {
        Ok(real) => real,
        Err(e) => return Effected::No(format!("{path}: {e}")),
    };
    // A link may lead out of the folder; the folder itself may be reached by one.
    let is_inside = |folder: &PathBuf| std::fs::canonicalize(folder).is_ok_and(|f| real.starts_with(f));
    if !folders.iter().any(is_inside) {
        return Effected::Unknown(format!("{path} leads out of the folders of [run] folders"));
    }
    let Some(wanted) = contains else { return Effected::Yes(format!("{path} is there")) };
    // Reading a pipe or a device could wait for ever.
    if !real.is_file() {
        return Effected::No(format!("{path} is no file that can be read"));
    }
    let mut bytes = Vec::new();
    match std::fs::File::open(&real).and_then(|f| f.take(MOST_BYTES).read_to_end(&mut bytes)) {
        Err(e) => Effected::No(format!("{path}: {e}")),
        Ok(_) if String::from_utf8_lossy(&bytes).contains(wanted) => {
            Effected::Yes(format!("{path} says {wanted:?}"))
        }
        Ok(_) => Effected::No(format!("{path} does not say {wanted:?}")),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_in_an_allowed_folder_and_nowhere_else() {
        let home = tempfile::tempdir().unwrap();
        let (inside, outside) = (home.path().join("in"), home.path().join("out"));
        [&inside, &outside].into_iter().for_each(|folder| std::fs::create_dir(folder).unwrap());
        std::fs::write(inside.join("a.txt"), "Facture F-12").unwrap();
        std::fs::write(outside.join("b.txt"), "secret").unwrap();
        std::os::unix::fs::symlink(outside.join("b.txt"), inside.join("link.txt")).unwrap();
        let at =
            |path: &Path, contains| check(path.to_str().unwrap(), contains, std::slice::from_ref(&inside));
        assert!(matches!(at(&inside.join("a.txt"), None), Effected::Yes(_)));
        assert!(matches!(at(&inside.join("a.txt"), Some("F-12")), Effected::Yes(_)));
        assert!(matches!(at(&inside.join("a.txt"), Some("F-13")), Effected::No(_)));
        assert!(matches!(at(&inside.join("none.txt"), None), Effected::No(_)));
        for way in [outside.join("b.txt"), inside.join("../out/b.txt"), inside.join("link.txt")] {
            assert!(matches!(at(&way, Some("secret")), Effected::Unknown(_)), "{}", way.display());
        }
        assert!(matches!(at(&inside, Some("x")), Effected::No(_)), "a folder says nothing");
    }
}

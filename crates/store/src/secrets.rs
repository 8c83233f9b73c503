//! Credentials that workflows use, encrypted where they lie: one file for each, and a key that is kept elsewhere, so that a
//! copy of the data folder gives nothing away. Whoever can read the key's file as this user can read them; nobody else can.

use crate::disk;
use crate::error::{Doing, Result, StoreError};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use zeroize::Zeroizing;

/// The bytes of a key.
const KEY: usize = 32;
/// The bytes of a nonce, which comes before what is encrypted.
const NONCE: usize = 24;
/// A longer secret is a mistake.
const MOST: usize = 64 << 10;
/// How the file of a secret ends.
const SUFFIX: &str = ".secret";
/// The longest name.
const MOST_NAME: usize = 64;

/// A secret; it is wiped from memory when it is dropped, and never printed.
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// The secret itself, for whoever types it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// The credentials of a data folder.
pub struct Secrets {
    folder: PathBuf,
    key: PathBuf,
}

impl Secrets {
    /// Those in the data folder `data`, with the key in the file `key`. Nothing is made or read yet.
    pub fn new(data: &Path, key: &Path) -> Self {
        Self { folder: data.join("secrets"), key: key.to_owned() }
    }

    /// Keeps a secret under a name, in place of the one that was there. The first one makes the key.
    pub fn set(&self, name: &str, secret: &str) -> Result<()> {
        check(name)?;
        if secret.is_empty() || secret.len() > MOST {
            let why = format!("it has {} bytes; a secret has 1 to {MOST}", secret.len());
            return Err(StoreError::Unfit { what: format!("the secret {name}"), why });
        }
        disk::make_folders(&self.folder)?;
        let cipher = self.cipher(true)?;
        let mut nonce = [0; NONCE];
        random(&mut nonce)?;
        // The name is part of what is sealed: files that changed places do not open.
        let payload = Payload { msg: secret.as_bytes(), aad: name.as_bytes() };
        let sealed = cipher.encrypt(&XNonce::from(nonce), payload);
        let sealed = sealed.map_err(|_| self.damaged(name, "it could not be encrypted"))?;
        disk::write_whole(&self.file(name), |file| {
            file.write_all(&nonce)?;
            file.write_all(&sealed)
        })
    }

    /// The secret of that name.
    pub fn get(&self, name: &str) -> Result<Secret> {
        check(name)?;
        let path = self.file(name);
        let bytes = match disk::read_whole(&path, NONCE + MOST + 16) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                return Err(StoreError::NoSecret { name: name.to_owned() });
            }
            read => read.doing("read", &path)?,
        };
        let cipher = self.cipher(false)?;
        let again = "it was made with another key, or changed since: set it again";
        let (nonce, sealed) = bytes.split_first_chunk::<NONCE>().ok_or_else(|| self.damaged(name, again))?;
        let payload = Payload { msg: sealed, aad: name.as_bytes() };
        let opened = cipher.decrypt(&XNonce::from(*nonce), payload).map_err(|_| self.damaged(name, again))?;
        let opened = String::from_utf8(opened).map_err(|_| self.damaged(name, again))?;
        Ok(Secret(Zeroizing::new(opened)))
    }

    /// The names, in order, each with when it was set. Needs no key.
    pub fn list(&self) -> Result<Vec<(String, SystemTime)>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            read => read.doing("read the folder", &self.folder)?,
        };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.doing("read the folder", &self.folder)?;
            let file = entry.file_name();
            let name = file.to_str().and_then(|f| f.strip_suffix(SUFFIX)).filter(|n| check(n).is_ok());
            if let Some(name) = name {
                let set = entry.metadata().and_then(|m| m.modified()).doing("read", &entry.path())?;
                names.push((name.to_owned(), set));
            }
        }
        names.sort();
        Ok(names)
    }

    /// Deletes the secret of that name. Needs no key.
    pub fn delete(&self, name: &str) -> Result<()> {
        check(name)?;
        let path = self.file(name);
        match fs::remove_file(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                Err(StoreError::NoSecret { name: name.to_owned() })
            }
            deleted => deleted.doing("delete", &path).and_then(|()| disk::sync_folder(&self.folder)),
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}{SUFFIX}"))
    }

    fn damaged(&self, name: &str, why: &str) -> StoreError {
        StoreError::Damaged {
            what: format!("the secret {name} ({})", self.file(name).display()),
            why: why.into(),
        }
    }

    /// The cipher with the key; where there is none and it may be, a new key is made.
    fn cipher(&self, may_make: bool) -> Result<XChaCha20Poly1305> {
        let unfit = |why: &str| StoreError::Damaged {
            what: format!("the key of the secrets ({})", self.key.display()),
            why: why.into(),
        };
        let key = match disk::read_whole(&self.key, KEY + 1) {
            Ok(key) => Zeroizing::new(key),
            Err(e) if e.kind() == io::ErrorKind::NotFound && may_make && self.list()?.is_empty() => {
                let mut key = Zeroizing::new(vec![0; KEY]);
                random(&mut key)?;
                if let Some(folder) = self.key.parent() {
                    disk::make_folders(folder)?;
                }
                disk::write_whole(&self.key, |file| file.write_all(&key))?;
                key
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                return Err(unfit(
                    "it is not there: bring it back, or delete the secrets and set them again",
                ));
            }
            Err(e) => return Err(e).doing("read", &self.key),
        };
        let mode = fs::metadata(&self.key).doing("read", &self.key)?.permissions().mode();
        if mode & 0o077 != 0 {
            return Err(unfit(
                "others may read it: chmod 600 it, and set the secrets again if they may have",
            ));
        }
        let key: [u8; KEY] =
            key[..].try_into().map_err(|_| unfit("it has not 32 bytes: bring the right one back"))?;
        let key = Zeroizing::new(key);
        Ok(XChaCha20Poly1305::new(&Key::from(*key)))
    }
}

/// A name of letters, digits, dots, dashes and underscores, as it stands in a workflow.
fn check(name: &str) -> Result<()> {
    let is_fine = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    if name.is_empty() || name.len() > MOST_NAME || !name.chars().all(is_fine) || name.starts_with('.') {
        let why = format!(
            "a name has 1 to {MOST_NAME} letters, digits, dots, dashes or underscores, and no dot in front"
        );
        return Err(StoreError::Unfit { what: format!("a secret called {name:?}"), why });
    }
    Ok(())
}

fn random(bytes: &mut [u8]) -> Result<()> {
    getrandom::fill(bytes).map_err(io::Error::other).doing("get random bytes from", Path::new("the system"))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Place {
        folder: tempfile::TempDir,
        secrets: Secrets,
    }

    fn place() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::new(&folder.path().join("data"), &folder.path().join("config/secrets.key"));
        Place { folder, secrets }
    }

    #[test]
    fn what_was_set_comes_back_and_is_nowhere_in_clear() {
        let Place { folder, secrets } = place();
        assert!(secrets.list().unwrap().is_empty());
        secrets.set("erp.password", "première").unwrap();
        secrets.set("erp.password", "Zürich 8 – ü").unwrap();
        assert_eq!(secrets.get("erp.password").unwrap().reveal(), "Zürich 8 – ü");
        assert_eq!(format!("{:?}", secrets.get("erp.password").unwrap()), "Secret(…)");
        let file = folder.path().join("data/secrets/erp.password.secret");
        let bytes = fs::read(&file).unwrap();
        assert!(!bytes.windows(6).any(|w| w == "Zürich".as_bytes()[..6].as_ref()));
        for (path, mode) in [(file, 0o600), (folder.path().join("config/secrets.key"), 0o600)] {
            assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, mode);
        }
        let names: Vec<String> = secrets.list().unwrap().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["erp.password"]);
        secrets.delete("erp.password").unwrap();
        assert!(matches!(secrets.get("erp.password"), Err(StoreError::NoSecret { .. })));
        assert!(matches!(secrets.delete("erp.password"), Err(StoreError::NoSecret { .. })));
    }

    #[test]
    fn names_that_are_paths_and_empty_secrets_are_refused() {
        let Place { secrets, .. } = place();
        for name in ["", ".", "../x", "a/b", ".hidden", &"n".repeat(65), "a b"] {
            assert!(matches!(secrets.set(name, "x"), Err(StoreError::Unfit { .. })), "{name}");
        }
        assert!(matches!(secrets.set("a", ""), Err(StoreError::Unfit { .. })));
        assert!(matches!(secrets.set("a", &"x".repeat(MOST + 1)), Err(StoreError::Unfit { .. })));
    }

    #[test]
    fn a_damaged_swapped_or_foreign_secret_is_said_to_be() {
        let Place { folder, secrets } = place();
        secrets.set("a", "one").unwrap();
        secrets.set("b", "two").unwrap();
        let file = |name: &str| folder.path().join(format!("data/secrets/{name}.secret"));
        let whole = fs::read(file("a")).unwrap();
        for broken in [&whole[..10], &[0; 60][..], &[][..]] {
            fs::write(file("a"), broken).unwrap();
            assert!(secrets.get("a").unwrap_err().to_string().contains("set it again"));
        }
        fs::copy(file("b"), file("a")).unwrap();
        assert!(secrets.get("a").is_err(), "files that changed places do not open");
        let key = folder.path().join("config/secrets.key");
        fs::set_permissions(&key, fs::Permissions::from_mode(0o640)).unwrap();
        assert!(secrets.get("b").unwrap_err().to_string().contains("others may read it"));
        fs::remove_file(&key).unwrap();
        for failed in [secrets.get("b").err(), secrets.set("c", "three").err()] {
            assert!(failed.unwrap().to_string().contains("bring it back"), "no new key beside old secrets");
        }
        secrets.delete("a").unwrap();
        secrets.delete("b").unwrap();
        secrets.set("c", "three").unwrap();
        assert_eq!(secrets.get("c").unwrap().reveal(), "three");
    }
}

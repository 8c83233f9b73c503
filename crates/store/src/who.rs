//! Who uses this machine, as the operating system knows it. No environment variable is asked: anyone can set one.

use std::fs;

/// Where the names of local users are.
const PASSWD: &str = "/etc/passwd";

/// The name of the operating system's user of this process; `uid 1234` where this machine has no name for the number.
pub fn system_user() -> String {
    let uid = rustix::process::getuid().as_raw();
    let passwd = fs::read(PASSWD).unwrap_or_default();
    name_in(&String::from_utf8_lossy(&passwd), uid).unwrap_or_else(|| format!("uid {uid}"))
}

/// The name of this machine.
pub fn machine() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// The first name with this number: `name:password:uid:…`.
fn name_in(passwd: &str, uid: u32) -> Option<String> {
    passwd.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next().filter(|name| !name.is_empty())?;
        (fields.nth(1)?.parse() == Ok(uid)).then(|| name.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_is_found_by_number_and_an_unknown_one_is_not_guessed() {
        let passwd =
            "root:x:0:0::/root:/bin/sh\n:x:7::\nbroken\nmarie:x:1000:1000:Marie,,,:/home/marie:/bin/sh\n";
        assert_eq!(name_in(passwd, 1000).as_deref(), Some("marie"));
        assert_eq!(name_in(passwd, 0).as_deref(), Some("root"));
        assert_eq!(name_in(passwd, 7), None);
        assert_eq!(name_in(passwd, 1001), None);
    }
}

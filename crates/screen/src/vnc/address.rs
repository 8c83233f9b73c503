//! Where a VNC server is: `host:display`, `host:port`, `host::port`.

/// The port of display 0.
const FIRST_PORT: u16 = 5900;

/// Numbers up to here are displays, numbers above are ports: the convention of every VNC viewer.
const LAST_DISPLAY: u16 = 99;

/// A server's host and port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    pub host: String,
    pub port: u16,
}

/// Reads an address: `host` alone is display 0, `host:1` is display 1, `host:5901` and `host::5901` are ports, and an
/// IPv6 host stands in brackets.
pub(super) fn parse(text: &str) -> Result<Address, String> {
    let bad = || format!("{text:?} is no VNC address: write host:display, host:port or [IPv6]:port");
    let (host, rest) = match text.strip_prefix('[') {
        Some(inner) => inner.split_once(']').ok_or_else(bad)?,
        None => text.split_at(text.find(':').unwrap_or(text.len())),
    };
    let host = if host.is_empty() { "localhost" } else { host };
    let number = |digits: &str| digits.parse::<u16>().map_err(|_| bad());
    let port = if rest.is_empty() {
        FIRST_PORT
    } else if let Some(port) = rest.strip_prefix("::") {
        number(port)?
    } else {
        match number(rest.strip_prefix(':').ok_or_else(bad)?)? {
            display @ 0..=LAST_DISPLAY => FIRST_PORT + display,
            port => port,
        }
    };
    if text.is_empty() || port == 0 {
        return Err(bad());
    }
    Ok(Address { host: host.to_owned(), port })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn displays_and_ports_are_told_apart_as_viewers_do() {
        for (text, host, port) in [
            ("pc", "pc", 5900),
            ("pc:1", "pc", 5901),
            (":7", "localhost", 5907),
            ("pc:99", "pc", 5999),
            ("pc:5901", "pc", 5901),
            ("pc::80", "pc", 80),
            ("[::1]:2", "::1", 5902),
            ("[fe80::1]::5900", "fe80::1", 5900),
            ("10.0.0.1:100", "10.0.0.1", 100),
        ] {
            assert_eq!(parse(text), Ok(Address { host: host.into(), port }), "{text}");
        }
    }

    #[test]
    fn what_is_no_address_is_refused_with_the_forms_that_are() {
        for text in ["", "pc:", "pc:x", "pc:70000", "pc:-1", "pc::0", "[::1", "[::1]5900", "a:1:2"] {
            assert!(parse(text).is_err_and(|why| why.contains("host:display")), "{text}");
        }
    }
}

//! A VNC server of which every byte can be chosen.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};

/// The size of its screen.
const SIZE: [u16; 2] = [64, 48];

/// Serves one client with a script, and says at which address.
pub fn serve(script: impl FnOnce(TcpStream) -> io::Result<()> + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        let (client, _) = listener.accept().unwrap();
        // A client that has gone is no failure of the script.
        let _ = script(client);
    });
    format!("127.0.0.1::{port}")
}

/// What a server says of its screen: size, pixels, name.
pub fn init(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = [width.to_be_bytes(), height.to_be_bytes()].concat();
    bytes.extend([32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0]);
    bytes.extend([0, 0, 0, 4]);
    bytes.extend(b"test");
    bytes
}

/// One rectangle of an update.
pub fn rectangle([x, y, width, height]: [u16; 4], encoding: i32, data: &[u8]) -> Vec<u8> {
    let mut bytes: Vec<u8> = [x, y, width, height].into_iter().flat_map(u16::to_be_bytes).collect();
    bytes.extend(encoding.to_be_bytes());
    bytes.extend(data);
    bytes
}

/// An update of these rectangles.
pub fn update(rectangles: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = vec![0, 0];
    bytes.extend((rectangles.len() as u16).to_be_bytes());
    bytes.extend(rectangles.concat());
    bytes
}

/// What a client says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// "Send me this pixel of the top row, changed or not."
    Probe(u16),
    /// A key goes down or up.
    Key,
    /// Something else.
    Other,
}

/// The server's side of a conversation after the greeting.
pub struct Talk {
    client: TcpStream,
    /// The colour of the top row, for those who ask for a pixel of it.
    top: [u8; 3],
    /// Keys that were pressed and released.
    pub keys: Vec<(u32, bool)>,
}

/// Greets a client as a server of today does.
pub fn greeted(client: TcpStream) -> io::Result<Talk> {
    Talk::greet(client, "RFB 003.008\n")
}

impl Talk {
    /// Greets a client, saying that it speaks this version.
    pub fn greet(mut client: TcpStream, version: &str) -> io::Result<Self> {
        client.write_all(version.as_bytes())?;
        let mut answer = [0; 12];
        client.read_exact(&mut answer)?;
        if &answer == b"RFB 003.003\n" {
            client.write_all(&[0, 0, 0, 1])?;
        } else {
            client.write_all(&[1, 1])?;
            client.read_exact(&mut [0])?;
            client.write_all(&[0; 4])?;
        }
        client.read_exact(&mut [0])?;
        client.write_all(&init(SIZE[0], SIZE[1]))?;
        Ok(Self { client, top: [0; 3], keys: Vec::new() })
    }

    /// Says something.
    pub fn say(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.client.write_all(bytes)
    }

    /// A rectangle of one colour: blue, green, red.
    pub fn painted(&mut self, place: [u16; 4], colour: [u8; 3]) -> Vec<u8> {
        if place[1] == 0 {
            self.top = colour;
        }
        let [b, g, r] = colour;
        let pixels = [b, g, r, 0].repeat(usize::from(place[2]) * usize::from(place[3]));
        rectangle(place, 0, &pixels)
    }

    /// Sends a rectangle of one colour.
    pub fn paint(&mut self, place: [u16; 4], colour: [u8; 3]) -> io::Result<()> {
        let painted = self.painted(place, colour);
        self.say(&update(&[painted]))
    }

    /// Says no more, and listens until the client is gone too.
    pub fn end(mut self) -> io::Result<()> {
        self.client.shutdown(std::net::Shutdown::Write)?;
        self.client.read_to_end(&mut Vec::new()).map(drop)
    }

    /// Answers every question until the client is gone.
    pub fn answer_until_gone(&mut self) -> io::Result<()> {
        while let Some(heard) = self.hear()? {
            self.answer(heard)?;
        }
        Ok(())
    }

    /// Answers questions until this is heard, and that too.
    pub fn answer_until(&mut self, last: impl Fn(Heard) -> bool) -> io::Result<()> {
        while let Some(heard) = self.hear()? {
            self.answer(heard)?;
            if last(heard) {
                break;
            }
        }
        Ok(())
    }

    fn answer(&mut self, heard: Heard) -> io::Result<()> {
        match heard {
            Heard::Probe(x) => self.paint([x, 0, 1, 1], self.top),
            _ => Ok(()),
        }
    }

    /// The next thing the client says; none when it is gone.
    fn hear(&mut self) -> io::Result<Option<Heard>> {
        let mut kind = [0];
        if self.client.read(&mut kind)? == 0 {
            return Ok(None);
        }
        let rest = match kind[0] {
            0 => self.read(19)?,
            2 => {
                let head = self.read(3)?;
                self.read(usize::from(u16::from_be_bytes([head[1], head[2]])) * 4)?
            }
            3 => self.read(9)?,
            4 => self.read(7)?,
            5 => self.read(5)?,
            other => return Err(io::Error::other(format!("message {other}"))),
        };
        Ok(Some(match kind[0] {
            3 if rest[0] == 0 && rest[3..] == [0, 0, 0, 1, 0, 1] => {
                Heard::Probe(u16::from_be_bytes([rest[1], rest[2]]))
            }
            4 => {
                self.keys.push((u32::from_be_bytes([rest[3], rest[4], rest[5], rest[6]]), rest[0] != 0));
                Heard::Key
            }
            _ => Heard::Other,
        }))
    }

    fn read(&mut self, bytes: usize) -> io::Result<Vec<u8>> {
        let mut read = vec![0; bytes];
        self.client.read_exact(&mut read)?;
        Ok(read)
    }
}

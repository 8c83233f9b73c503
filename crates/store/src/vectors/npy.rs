//! `.npy` files of little-endian `f32` (NumPy's format 1.0): numpy reads them as they are, and its files are read here.

use std::io::{self, Write};

/// First bytes of every `.npy` file, then the version.
const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";
/// The header ends at a multiple of this.
const ALIGNMENT: usize = 64;
/// A header longer than this is not one of ours.
const LONGEST_HEADER: usize = 4096;

/// Writes one vector, of shape `(n,)`.
pub fn write(out: &mut dyn Write, vector: &[f32]) -> io::Result<()> {
    let mut header =
        format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({},), }}", vector.len()).into_bytes();
    // Magic, two bytes of length, the header, its newline.
    let unpadded = MAGIC.len() + 2 + header.len() + 1;
    header.resize(header.len() + unpadded.next_multiple_of(ALIGNMENT) - unpadded, b' ');
    header.push(b'\n');
    out.write_all(MAGIC)?;
    out.write_all(&(header.len() as u16).to_le_bytes())?;
    out.write_all(&header)?;
    for value in vector {
        out.write_all(&value.to_le_bytes())?;
    }
    Ok(())
}

/// Reads one vector; the error says what is wrong with the bytes.
pub fn read(bytes: &[u8]) -> Result<Vec<f32>, String> {
    let rest = bytes.strip_prefix(MAGIC).ok_or("it is not an .npy file of version 1.0")?;
    let [low, high, rest @ ..] = rest else { return Err("it ends in its header".into()) };
    let length = usize::from(u16::from_le_bytes([*low, *high]));
    let (header, data) = rest.split_at_checked(length.min(LONGEST_HEADER)).ok_or("it ends in its header")?;
    let header: String = String::from_utf8_lossy(header).split_whitespace().collect();
    if !header.contains("'descr':'<f4'") || !header.contains("'fortran_order':False") {
        return Err(format!("it holds {header}, not little-endian f32 in C order"));
    }
    let shape = header.split("'shape':(").nth(1).and_then(|s| s.split(')').next()).unwrap_or("");
    let mut sides = shape.split(',').filter(|s| !s.is_empty()).map(str::parse::<usize>);
    let (Some(Ok(count)), None) = (sides.next(), sides.next()) else {
        return Err(format!("it has the shape ({shape}), not that of one vector"));
    };
    if data.len() != count.saturating_mul(4) {
        return Err(format!("it promises {count} numbers and holds {} bytes of them", data.len()));
    }
    Ok(data.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(vector: &[f32]) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(&mut bytes, vector).unwrap();
        bytes
    }

    #[test]
    fn the_bytes_are_those_numpy_writes() {
        // numpy.save of numpy.array([1, -2.5], dtype='<f4')
        let mut wanted =
            b"\x93NUMPY\x01\x00\x76\x00{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }".to_vec();
        wanted.resize(127, b' ');
        wanted.extend(b"\n\x00\x00\x80\x3f\x00\x00\x20\xc0");
        assert_eq!(written(&[1.0, -2.5]), wanted);
    }

    #[test]
    fn numpy_reads_it_where_there_is_numpy() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("v.npy");
        let vector: Vec<f32> = (0..512).map(|i| (i as f32).sin()).collect();
        std::fs::write(&path, written(&vector)).unwrap();
        let script = "import sys, numpy; v = numpy.load(sys.argv[1]); numpy.save(sys.argv[1], v[::-1].copy()); \
                      print(v.dtype.str, v.shape[0])";
        let python = std::process::Command::new("python3").args(["-c", script]).arg(&path).output();
        let Some(output) = python.ok().filter(|o| o.status.success()) else { return };
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "<f4 512");
        let back = read(&std::fs::read(&path).unwrap()).unwrap();
        assert!(back.iter().eq(vector.iter().rev()));
    }

    #[test]
    fn what_is_not_one_vector_of_f32_is_an_error() {
        let good = written(&[1.0, 2.0, 3.0]);
        for cut in 0..good.len() {
            assert!(read(&good[..cut]).is_err(), "cut at {cut}");
        }
        let swap = |from: &str, to: &str| {
            let text = good.iter().map(|b| char::from(*b)).collect::<String>().replace(from, to);
            text.chars().map(|c| c as u8).collect::<Vec<u8>>()
        };
        for (from, to) in [("<f4", "<f8"), ("False", "True "), ("(3,)", "(9,)"), ("(3,)", "(3,1)")] {
            assert!(read(&swap(from, to)).is_err(), "{to}");
        }
    }

    proptest! {
        #[test]
        fn a_vector_comes_back(vector: Vec<f32>) {
            let back = read(&written(&vector)).unwrap();
            prop_assert!(back.iter().map(|v| v.to_bits()).eq(vector.iter().map(|v| v.to_bits())));
        }

        #[test]
        fn any_bytes_are_a_vector_or_an_error(bytes: Vec<u8>) {
            let _ = read(&bytes);
        }
    }
}

//! `lea doctor`: what this machine has and lacks, each with the fix.

use crate::config::Context;
use crate::endpoint::Endpoint;
use crate::error::{Outcome, failed};
use crate::format;
use lea_act::world::{Model, Prompt};
use lea_frame::FrameBuf;
use lea_model::Size;
use lea_screen::x11::X11Screen;
use lea_screen::x11::link::Link;
use lea_screen::{Capabilities, Screen};
use lea_store::Store;
use lea_understand::{Eye, Meanings, ModelError};
use std::io::IsTerminal;
use std::path::Path;
use std::process::Command;
use std::time::Instant;
use x11rb::connection::RequestConnection;

/// How a check went.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Good,
    /// Something works less well.
    Lacking,
    /// Recording cannot work.
    Broken,
}

struct Check {
    what: &'static str,
    verdict: Verdict,
    found: String,
    fix: String,
}

fn good(what: &'static str, found: impl Into<String>) -> Check {
    Check { what, verdict: Verdict::Good, found: found.into(), fix: String::new() }
}

/// Runs the command; it fails when something is broken.
pub fn run(context: &Context) -> Outcome {
    let mut checks = vec![data_folder(context), locale()];
    checks.extend(display());
    checks.push(programs());
    checks.push(fonts());
    checks.push(models(context));
    checks.extend(language_model(context));
    if context.json {
        for check in &checks {
            let word = word(check.verdict);
            println!(
                "{}",
                serde_json::json!({ "check": check.what, "verdict": word, "found": check.found, "fix": check.fix })
            );
        }
    } else {
        print(&checks);
    }
    match checks.iter().filter(|c| c.verdict == Verdict::Broken).count() {
        0 => Ok(()),
        n => Err(failed(format!(
            "{n} of {} checks found something that keeps Lea from recording",
            checks.len()
        ))),
    }
}

fn models(context: &Context) -> Check {
    let what = "models";
    let read = || -> Result<String, ModelError> {
        let picture = FrameBuf::filled(Size { width: 64, height: 64 }, [255; 3])
            .map_err(|e| ModelError::Run(e.to_string()))?;
        Eye::open(&context.models)?.look(picture.as_frame(), None)?;
        Meanings::open(&context.models)?.of(&["Save"]);
        Ok(format!("{}, loaded and run", context.models.display()))
    };
    match read() {
        Ok(found) => good(what, found),
        Err(e) => Check {
            what,
            verdict: Verdict::Lacking,
            found: format!("{e} (recording works without)"),
            fix: "lea models fetch".into(),
        },
    }
}

/// Whether the language model that is configured answers; nothing where none is. Nothing of the screen is sent.
fn language_model(context: &Context) -> Option<Check> {
    let what = "model";
    let lacking = |found: String, fix: &'static str| {
        Some(Check { what, verdict: Verdict::Lacking, found, fix: fix.to_owned() })
    };
    let mut model = match Endpoint::open(context, lea_robot::Stop::default()) {
        Ok(model) => model?,
        Err(failure) => return lacking(failure.report.to_string(), "mend [models] in lea.toml"),
    };
    let blank = FrameBuf::filled(Size { width: 64, height: 64 }, [255; 3]).ok();
    let pictures = blank.filter(|_| model.sees()).into_iter().collect();
    let started = Instant::now();
    let text = "Answer with one word: ready".to_owned();
    match model.answer(&Prompt { text, pictures }) {
        Ok(_) => {
            let with = if model.sees() { "with a picture" } else { "texts only" };
            Some(good(
                what,
                format!("{} answers ({with}), {:.1} s", model.name(), started.elapsed().as_secs_f64()),
            ))
        }
        Err(why) => lacking(
            format!("{} does not answer: {why} (runs do without)", model.name()),
            "start it, or mend [models] endpoint, model and key_env in lea.toml",
        ),
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "ok",
        Verdict::Lacking => "lacking",
        Verdict::Broken => "broken",
    }
}

fn print(checks: &[Check]) {
    let colours = std::io::stdout().is_terminal();
    for check in checks {
        let (mark, colour) = match check.verdict {
            Verdict::Good => ("ok     ", 32),
            Verdict::Lacking => ("lacking", 33),
            Verdict::Broken => ("BROKEN ", 31),
        };
        let mark = if colours { format!("\x1b[{colour}m{mark}\x1b[0m") } else { mark.to_owned() };
        println!("{mark}  {:<10} {}", check.what, check.found);
        if !check.fix.is_empty() {
            println!("                    fix: {}", check.fix);
        }
    }
}

fn data_folder(context: &Context) -> Check {
    let what = "data";
    match Store::open(&context.data).and_then(|store| store.disk()) {
        Ok(usage) => good(
            what,
            format!(
                "{}, {} used, {} free",
                context.data.display(),
                format::bytes(usage.frames_bytes + usage.sessions_bytes),
                format::bytes(usage.free_bytes)
            ),
        ),
        Err(e) => Check {
            what,
            verdict: Verdict::Broken,
            found: e.to_string(),
            fix: "say --data DIR, or set LEA_DATA".into(),
        },
    }
}

fn locale() -> Check {
    let set =
        ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|v| std::env::var(v).ok().filter(|l| !l.is_empty()));
    let found = set.unwrap_or_else(|| "none set".into());
    let utf8 = found.to_uppercase().replace('-', "").contains("UTF8");
    match utf8 {
        true => good("locale", found),
        false => Check {
            what: "locale",
            verdict: Verdict::Lacking,
            found: format!("{found}: accents may come out wrong in applications"),
            fix: "export LC_ALL=C.UTF-8".into(),
        },
    }
}

/// The extensions that are used, what for, and whether recording needs them.
const EXTENSIONS: &[(&str, &str, bool)] = &[
    ("MIT-SHM", "fast pictures", false),
    ("XTEST", "pointer and keys", true),
    ("RECORD", "recording input", true),
    ("DAMAGE", "knowing what changed", true),
    ("XFIXES", "clipboard, damage", true),
    ("RANDR", "monitors and size", true),
    ("XKEYBOARD", "keyboard layouts", true),
    ("MIT-SCREEN-SAVER", "noticing a locked screen", false),
];

fn display() -> Vec<Check> {
    let link = match Link::open(None) {
        Ok(link) => link,
        Err(e) => {
            let fix = "run it on a desktop, set DISPLAY, or try it on a virtual one: lea demo";
            return vec![Check {
                what: "display",
                verdict: Verdict::Broken,
                found: e.to_string(),
                fix: fix.into(),
            }];
        }
    };
    let missing = |needed: bool| {
        let wanted = EXTENSIONS.iter().filter(move |(_, _, n)| *n == needed);
        let absent =
            wanted.filter(|(name, ..)| !matches!(link.conn.extension_information(name), Ok(Some(_))));
        absent.map(|(name, why, _)| format!("{name} ({why})")).collect::<Vec<_>>().join(", ")
    };
    let (needed, wished) = (missing(true), missing(false));
    let extensions = match (needed.is_empty(), wished.is_empty()) {
        (true, true) => good("extensions", "all there"),
        (true, false) => Check {
            what: "extensions",
            verdict: Verdict::Lacking,
            found: format!("missing {wished}"),
            fix: "use an X server that has them, such as Xorg or Xvfb".into(),
        },
        (false, _) => Check {
            what: "extensions",
            verdict: Verdict::Broken,
            found: format!("missing {needed}"),
            fix: "use an X server that has them, such as Xorg or Xvfb; on Wayland, log in to an X session"
                .into(),
        },
    };
    let mut checks = vec![screen(), extensions];
    if std::env::var_os("WAYLAND_DISPLAY").is_some() {
        checks.push(Check {
            what: "wayland",
            verdict: Verdict::Lacking,
            found: "this is a Wayland desktop: only applications that use X can be seen".into(),
            fix: "choose the X11 (Xorg) session when you log in".into(),
        });
    }
    checks
}

fn screen() -> Check {
    let seen = X11Screen::open(None).and_then(|mut screen| {
        let monitors = screen.monitors()?;
        let Capabilities { windows, .. } = screen.capabilities();
        let active = if windows { screen.active_window()? } else { None };
        let list: Vec<String> =
            monitors.iter().map(|m| format!("{} at {}×", m.rect.size(), m.scale)).collect();
        let active = active.map_or_else(|| "no active window".into(), |w| format!("active: {}", w.title));
        Ok(format!("{} ({}), {active}", screen.name(), list.join(", ")))
    });
    match seen {
        Ok(found) => good("display", found),
        Err(e) => Check {
            what: "display",
            verdict: Verdict::Broken,
            found: e.to_string(),
            fix: "start the server with a depth of 24 and the extensions below".into(),
        },
    }
}

/// Programs `lea demo` needs, with the Debian packages they come in.
const PROGRAMS: &[(&str, &str)] = &[
    ("Xvfb", "xvfb"),
    ("openbox", "openbox"),
    ("chromium", "chromium"),
    ("dbus-daemon", "dbus-daemon"),
    ("xdotool", "xdotool"),
    ("xprop", "x11-utils"),
];

/// A program of that name can be started.
pub fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn programs() -> Check {
    let (missing, packages): (Vec<&str>, Vec<&str>) =
        PROGRAMS.iter().copied().filter(|p| !is_installed(p.0)).unzip();
    if missing.is_empty() {
        return good("demo", "all programs there");
    }
    Check {
        what: "demo",
        verdict: Verdict::Lacking,
        found: format!("missing {} (recording works without)", missing.join(", ")),
        fix: format!("sudo apt-get install -y --no-install-recommends {}", packages.join(" ")),
    }
}

fn fonts() -> Check {
    let listed = Command::new("fc-list").args([":", "family"]).output();
    let count = match &listed {
        Ok(out) => String::from_utf8_lossy(&out.stdout).lines().count(),
        Err(_) => {
            ["/usr/share/fonts", "/usr/local/share/fonts"].iter().filter(|d| Path::new(d).is_dir()).count()
        }
    };
    if count > 0 {
        return good("fonts", format!("{count} found"));
    }
    Check {
        what: "fonts",
        verdict: Verdict::Lacking,
        found: "none: applications show boxes instead of text".into(),
        fix: "sudo apt-get install -y fonts-dejavu-core".into(),
    }
}

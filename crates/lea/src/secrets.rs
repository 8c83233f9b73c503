//! `lea secrets`: credentials that workflows use, typed without echo and kept encrypted.

use crate::cli::{SecretsArgs, SecretsVerb};
use crate::config::Context;
use crate::error::{Outcome, failed, usage};
use crate::{audit, format};
use lea_store::Secrets;
use lea_store::audit::change;
use serde_json::json;
use std::io::{BufRead, IsTerminal};
use zeroize::Zeroizing;

/// Runs the command.
pub fn run(context: &Context, args: &SecretsArgs) -> Outcome {
    let secrets = Secrets::new(&context.data, &context.secrets_key);
    match &args.verb {
        SecretsVerb::Set { name } => {
            let secret = ask(name)?;
            let record = change::of("set_secret", name);
            audit::changing(&context.store()?, record, || secrets.set(name, &secret).map_err(failed))?;
            say(context, "set", name);
        }
        SecretsVerb::Delete { name } => {
            let record = change::of("delete_secret", name);
            audit::changing(&context.store()?, record, || secrets.delete(name).map_err(failed))?;
            say(context, "deleted", name);
        }
        SecretsVerb::List => list(context, &secrets)?,
    }
    Ok(())
}

fn say(context: &Context, done: &str, name: &str) {
    if context.json {
        println!("{}", json!({ done: name }));
    } else {
        println!("{name} {done}");
    }
}

/// The secret: typed twice without echo on a terminal, else the first line that comes in.
fn ask(name: &str) -> Outcome<Zeroizing<String>> {
    if !std::io::stdin().is_terminal() {
        let mut line = Zeroizing::new(String::new());
        std::io::stdin().lock().read_line(&mut line).map_err(failed)?;
        let end = line.trim_end_matches(['\r', '\n']).len();
        line.truncate(end);
        return match line.is_empty() {
            true => Err(usage(format!(
                "no secret came in: pipe it, or type lea secrets set {name} on a terminal"
            ))),
            false => Ok(line),
        };
    }
    let prompt = |text: String| rpassword::prompt_password(text).map(Zeroizing::new).map_err(failed);
    let first = prompt(format!("{name}: "))?;
    if first != prompt(format!("{name}, again: "))? {
        return Err(usage("the two are not the same: nothing was changed"));
    }
    Ok(first)
}

fn list(context: &Context, secrets: &Secrets) -> Outcome {
    let names = secrets.list().map_err(failed)?;
    let set = |time| jiff::Timestamp::try_from(time).map(|t| t.strftime("%Y-%m-%d %H:%M").to_string());
    if context.json {
        let names: Vec<_> =
            names.into_iter().map(|(name, time)| json!({ "name": name, "set": set(time).ok() })).collect();
        println!("{}", json!({ "secrets": names }));
        return Ok(());
    }
    if names.is_empty() {
        println!("No secrets yet: lea secrets set NAME keeps one");
        return Ok(());
    }
    let mut table = vec![vec!["NAME".to_owned(), "SET (UTC)".to_owned()]];
    table.extend(names.into_iter().map(|(name, time)| vec![name, set(time).unwrap_or_default()]));
    print!("{}", format::table(&table));
    Ok(())
}

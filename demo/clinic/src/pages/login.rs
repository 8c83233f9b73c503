//! The page to log in.

use super::{Look, esc, shell};
use crate::words::Word;

/// The page, which leads to `next` afterwards; `user` is what was typed before.
pub fn login(look: &Look<'_>, next: &str, user: &str) -> String {
    let notice = look.notice.map_or_else(String::new, |notice| {
        format!(
            r#"<p class="notice warm" role="status" data-lea-name="notice">{}</p>"#,
            look.say(notice.name_and_word().1)
        )
    });
    let body = format!(
        r#"<div class="gate"><form class="card" method="post" action="/login" autocomplete="off" novalidate>
<div class="brand"><b>{clinic}</b><span>{office}</span></div><h1>{title}</h1>{notice}
<label class="field"><span>{user_word}</span><input name="user" value="{user}" spellcheck="false" data-lea-name="login.user"></label>
<label class="field"><span>{password}</span><input name="password" type="password" data-lea-name="login.password"></label>
<input type="hidden" name="next" value="{next}"><button class="main wide" data-lea-name="login.button">{button}</button></form></div>"#,
        clinic = look.say(Word::Clinic),
        office = look.say(Word::Office),
        title = look.say(Word::LogInTitle),
        user_word = look.say(Word::User),
        user = esc(user),
        password = look.say(Word::Password),
        next = esc(next),
        button = look.say(Word::LogIn),
    );
    shell(look, "login", look.say(Word::LogInTitle), &body)
}

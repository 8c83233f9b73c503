//! The language model of this machine, where one is configured: any endpoint that answers `POST /v1/chat/completions` as OpenAI's
//! does, which Ollama does too (SPEC PEOPLE.4). Only what is handed over here leaves the machine.

use crate::config::{Context, ModelsConfig};
use crate::error::{Outcome, usage};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use lea_act::world::{Model, Prompt};
use lea_robot::{Stop, Unanswered};
use lea_store::Secrets;
use serde_json::{Value, json};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};
use ureq::tls::{RootCerts, TlsConfig};
use zeroize::Zeroizing;

/// An answer is read no further than this.
const MOST_BYTES: u64 = 1 << 20;
/// Tokens of an answer: a line or two, and what a model thinks aloud before.
const MOST_TOKENS: u32 = 1024;
/// Seconds an answer may be given at most, whatever is configured.
const LONGEST: f64 = 600.0;

/// A configured model.
pub struct Endpoint {
    url: String,
    model: String,
    vision: bool,
    timeout: Duration,
    key: Option<Zeroizing<String>>,
    agent: ureq::Agent,
    /// Ends the waiting for an answer.
    stop: Stop,
}

impl Endpoint {
    /// The model of this machine; none where none is configured.
    pub fn open(context: &Context, stop: Stop) -> Outcome<Option<Self>> {
        let config = &context.config.models;
        if config.endpoint.trim().is_empty() {
            return Ok(None);
        }
        let address = address(config).map_err(usage)?;
        let timeout = Duration::from_secs_f64(config.timeout_seconds.clamp(0.1, LONGEST));
        let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
        let agent = ureq::Agent::config_builder()
            .timeout_global(Some(timeout))
            // Where screens go is configured here: nobody sends them on.
            .max_redirects(0)
            .http_status_as_error(false)
            .tls_config(tls);
        let agent = if address.is_loopback { agent.proxy(None) } else { agent };
        Ok(Some(Self {
            url: address.url,
            model: config.model.trim().to_owned(),
            vision: config.vision,
            timeout,
            key: key(context)?,
            agent: agent.build().into(),
            stop,
        }))
    }
}

impl Model for Endpoint {
    fn name(&self) -> String {
        self.model.clone()
    }

    fn sees(&self) -> bool {
        self.vision
    }

    fn answer(&mut self, prompt: &Prompt) -> Result<String, String> {
        let body = body(&self.model, prompt)?.to_string();
        let mut request = self.agent.post(&self.url).header("content-type", "application/json");
        if let Some(key) = &self.key {
            request = request.header("authorization", format!("Bearer {}", key.as_str()));
        }
        // On a thread of its own: whoever stops the run does not wait for a model, and the time is up when it is up.
        let (says, heard) = channel();
        std::thread::spawn(move || {
            let sent = request.send(body);
            let answer = sent.map_err(|e| e.to_string()).and_then(|mut response| {
                let text = response.body_mut().with_config().limit(MOST_BYTES).read_to_string();
                Ok((response.status().as_u16(), text.map_err(|e| e.to_string())?))
            });
            // Nobody may be listening any more.
            let _ = says.send(answer);
        });
        match self.stop.wait_for(&heard, Instant::now() + self.timeout) {
            Ok(Ok((200, text))) => content(&text),
            Ok(Ok((status, _))) => Err(format!("{} answers with status {status}", self.url)),
            Ok(Err(why)) => Err(format!("{}: {why}", self.url)),
            Err(Unanswered::TimedOut) => Err(format!("it took longer than {} s", self.timeout.as_secs_f64())),
            Err(other) => Err(other.to_string()),
        }
    }
}

/// Where a model is.
#[derive(Debug, PartialEq)]
struct Address {
    url: String,
    is_loopback: bool,
}

/// The address that is configured, if it may be used.
fn address(config: &ModelsConfig) -> Result<Address, String> {
    let base = config.endpoint.trim().trim_end_matches('/');
    let wrong = |why: &str| Err(format!("[models] endpoint = {base:?}: {why}"));
    let Some((scheme, rest)) = base.split_once("://").filter(|(s, _)| ["http", "https"].contains(s)) else {
        return wrong("write it as http://localhost:11434 or https://host");
    };
    let host = rest.split('/').next().unwrap_or_default();
    if rest.contains('@') {
        return Err(
            "[models] endpoint holds a name or a password: give the key with key_env or key_secret".into()
        );
    }
    if host.is_empty() || rest.contains(['?', '#', ' ']) || rest.contains(char::is_control) {
        return wrong("write it as http://localhost:11434 or https://host");
    }
    if config.model.trim().is_empty() {
        return Err("[models] model is missing: say which model of the endpoint is asked".into());
    }
    let name = match host.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let is_loopback =
        name == "localhost" || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    if scheme == "http" && !is_loopback && !config.unencrypted {
        return wrong(
            "screens would go to another machine unencrypted: use https, or say unencrypted = true",
        );
    }
    let version = if base.ends_with("/v1") { "" } else { "/v1" };
    Ok(Address { url: format!("{base}{version}/chat/completions"), is_loopback })
}

/// The key of the endpoint, from the environment or the store of credentials; never from the configuration itself.
fn key(context: &Context) -> Outcome<Option<Zeroizing<String>>> {
    let config = &context.config.models;
    if let Some(name) = &config.key_env {
        let key = std::env::var(name).ok().filter(|k| !k.trim().is_empty());
        let key = key.ok_or_else(|| usage(format!("{name}, which [models] key_env names, is not set")))?;
        return Ok(Some(Zeroizing::new(key.trim().to_owned())));
    }
    let Some(name) = &config.key_secret else { return Ok(None) };
    let secret = Secrets::new(&context.data, &context.secrets_key).get(name);
    let secret = secret.map_err(|e| usage(format!("[models] key_secret: {e}: lea secrets set {name}")))?;
    Ok(Some(Zeroizing::new(secret.reveal().to_owned())))
}

/// What is sent: words, and pictures as PNG.
fn body(model: &str, prompt: &Prompt) -> Result<Value, String> {
    let mut content = vec![json!({ "type": "text", "text": prompt.text })];
    for picture in &prompt.pictures {
        let png = lea_frame::to_png(picture.as_frame()).map_err(|e| e.to_string())?;
        let url = format!("data:image/png;base64,{}", STANDARD.encode(png));
        content.push(json!({ "type": "image_url", "image_url": { "url": url } }));
    }
    // Some endpoints for texts alone take nothing but a text.
    let content = if prompt.pictures.is_empty() { json!(prompt.text) } else { json!(content) };
    Ok(json!({
        "model": model,
        "messages": [{ "role": "user", "content": content }],
        "temperature": 0,
        "max_tokens": MOST_TOKENS,
        "stream": false,
    }))
}

/// The words of an answer, without what a model thought aloud.
fn content(text: &str) -> Result<String, String> {
    let answer: Value = serde_json::from_str(text).map_err(|_| "its answer is no JSON".to_owned())?;
    let content = &answer["choices"][0]["message"]["content"];
    let parts = |list: &Vec<Value>| list.iter().filter_map(|p| p["text"].as_str()).collect::<String>();
    let words = content.as_str().map(str::to_owned).or_else(|| content.as_array().map(parts));
    let words = words.ok_or("its answer has no choices[0].message.content")?;
    Ok(words.rsplit("</think>").next().unwrap_or_default().trim().to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn at(endpoint: &str) -> Result<Address, String> {
        address(&ModelsConfig { endpoint: endpoint.into(), model: "m".into(), ..ModelsConfig::default() })
    }

    #[test]
    fn an_endpoint_is_this_machine_or_encrypted_and_holds_no_password() {
        let url = |endpoint| at(endpoint).map(|a| a.url);
        assert_eq!(url("http://localhost:11434/").unwrap(), "http://localhost:11434/v1/chat/completions");
        assert_eq!(url("http://[::1]:80/v1").unwrap(), "http://[::1]:80/v1/chat/completions");
        assert_eq!(url("https://ai.example/api").unwrap(), "https://ai.example/api/v1/chat/completions");
        assert!(
            at("http://127.0.0.1:1").unwrap().is_loopback && !at("https://ai.example").unwrap().is_loopback
        );
        for wrong in
            ["", "localhost:11434", "ftp://x", "http://", "http://gpu:11434", "https://a b", "https://x/?a"]
        {
            assert!(at(wrong).is_err(), "{wrong}");
        }
        let why = at("https://user:geheim@ai.example").unwrap_err();
        assert!(!why.contains("geheim"), "{why}");
    }

    #[test]
    fn an_answer_is_read_in_each_form_and_anything_else_is_none() {
        let of = |content: Value| content_of(&json!({ "choices": [{ "message": { "content": content } }] }));
        fn content_of(answer: &Value) -> Option<String> {
            content(&answer.to_string()).ok()
        }
        assert_eq!(of(json!(" NONE ")).as_deref(), Some("NONE"));
        assert_eq!(
            of(json!([{ "type": "text", "text": "NO" }, { "type": "text", "text": "NE" }])).as_deref(),
            Some("NONE")
        );
        assert_eq!(of(json!("<think>CANDIDATE: 1?</think>\nCANDIDATE: 2")).as_deref(), Some("CANDIDATE: 2"));
        assert_eq!((of(json!(null)), content_of(&json!({ "error": "x" }))), (None, None));
        assert!(content("<html>").is_err());
    }

    #[test]
    fn pictures_go_along_as_png_and_a_text_alone_as_a_text() {
        let text = Prompt { text: "why?".into(), pictures: Vec::new() };
        assert_eq!(body("m", &text).unwrap()["messages"][0]["content"], "why?");
        let picture = lea_frame::FrameBuf::filled(lea_model::Size { width: 2, height: 2 }, [0; 3]).unwrap();
        let sent = body("m", &Prompt { pictures: vec![picture], ..text }).unwrap();
        let url = sent["messages"][0]["content"][1]["image_url"]["url"].as_str().unwrap().to_owned();
        assert!(url.starts_with("data:image/png;base64,iVBOR"), "{url}");
    }
}

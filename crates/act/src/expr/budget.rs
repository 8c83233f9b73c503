//! How much work an expression can cause, from above: each part is weighed with the largest values it can meet, without evaluating it.
//! Loops multiply. What cannot be bounded is refused.

use crate::params::limits::{
    DEEPEST_LOOPS, LARGEST_PATTERN, MOST_WORK, PATTERN_WORK, PATTERN_WORK_PER_BYTE, SCALAR_TEXT,
};
use cel::IdedExpr;
use cel::common::ast::{CallExpr, ComprehensionExpr, EntryExpr, Expr, LiteralValue, operators as op};
use regex::RegexBuilder;
use serde_json::Value;

/// Why an expression is not evaluated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Costly {
    /// It may cause more work than it may.
    #[error("over the values of the moment it could take more than {MOST_WORK} steps")]
    Work,
    /// It loops too deeply.
    #[error("more than {DEEPEST_LOOPS} loops are nested in it")]
    Loops,
    /// A function is not among those that are bounded.
    #[error("the function {0:?} may not be used")]
    Function(String),
    /// A pattern is computed.
    #[error("a pattern must be written out, not computed")]
    ComputedPattern,
    /// A pattern cannot be used.
    #[error("the pattern {0:?} cannot be used: {1}")]
    Pattern(String, String),
    /// Something the language of conditions does not have.
    #[error("{0} may not be used")]
    Form(&'static str),
}

/// Goes on when the expression stays within its budget over these values.
pub fn check(expression: &IdedExpr, known: &[(&str, &Value)]) -> Result<(), Costly> {
    let names = known.iter().map(|(name, value)| ((*name).to_owned(), Extent::Values(vec![value])));
    let mut scales = Scales { left: MOST_WORK, names: names.collect(), loops: 0 };
    scales.weigh(expression, 1).map(|_| ())
}

/// How large a value can be.
#[derive(Clone, Debug)]
enum Extent<'v> {
    /// It is one of these, or a part of one.
    Values(Vec<&'v Value>),
    /// It is computed: so many elements, so many bytes and elements in all.
    Made { len: u64, size: u64 },
}

const SCALAR: Extent<'static> = Extent::Made { len: 0, size: 1 };

impl<'v> Extent<'v> {
    /// Elements that a loop over it visits.
    fn len(&self) -> u64 {
        let of = |v: &&Value| match v {
            Value::Array(list) => list.len() as u64,
            Value::Object(map) => map.len() as u64,
            _ => 0,
        };
        match self {
            Self::Values(values) => values.iter().map(of).max().unwrap_or(0),
            Self::Made { len, .. } => *len,
        }
    }

    /// Bytes and elements in all.
    fn size(&self) -> u64 {
        match self {
            Self::Values(values) => values.iter().map(|v| size_of(v)).max().unwrap_or(1),
            Self::Made { size, .. } => *size,
        }
    }

    /// What a loop over it, or an index, yields.
    fn item(&self) -> Self {
        let Self::Values(values) = self else { return self.part() };
        let mut items = Vec::new();
        for value in values {
            match value {
                Value::Array(list) => items.extend(list),
                Value::Object(map) => items.extend(map.values()),
                _ => {}
            }
        }
        // A loop over a map visits its keys, an index its values: either is part of the whole.
        if values.iter().any(|v| v.is_object()) { self.part() } else { Self::Values(items) }
    }

    fn field(&self, name: &str) -> Self {
        match self {
            Self::Values(values) => Self::Values(values.iter().filter_map(|v| v.get(name)).collect()),
            Self::Made { .. } => self.part(),
        }
    }

    /// Anything that is within it.
    fn part(&self) -> Self {
        Self::Made { len: self.size(), size: self.size() }
    }

    fn plus(&self, other: &Self) -> Self {
        Self::Made {
            len: self.len().saturating_add(other.len()),
            size: self.size().saturating_add(other.size()),
        }
    }

    fn or(&self, other: &Self) -> Self {
        Self::Made { len: self.len().max(other.len()), size: self.size().max(other.size()) }
    }
}

fn size_of(value: &Value) -> u64 {
    match value {
        Value::String(text) => 1 + text.len() as u64,
        Value::Array(list) => 1 + list.iter().map(size_of).sum::<u64>(),
        Value::Object(map) => 1 + map.iter().map(|(k, v)| k.len() as u64 + size_of(v)).sum::<u64>(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 1,
    }
}

struct Scales<'v> {
    left: u64,
    names: Vec<(String, Extent<'v>)>,
    loops: usize,
}

impl<'v> Scales<'v> {
    fn spend(&mut self, work: u64, times: u64) -> Result<(), Costly> {
        self.left = self.left.checked_sub(work.saturating_mul(times)).ok_or(Costly::Work)?;
        Ok(())
    }

    /// What an expression can yield; the work of evaluating it `times` times is spent.
    fn weigh(&mut self, expression: &IdedExpr, times: u64) -> Result<Extent<'v>, Costly> {
        self.spend(1, times)?;
        match &expression.expr {
            Expr::Literal(literal) => Ok(literal_extent(literal)),
            Expr::Ident(name) => {
                let known = self.names.iter().rev().find(|(n, _)| n == name);
                // A name that nobody knows ends the evaluation.
                Ok(known.map_or(SCALAR, |(_, extent)| extent.clone()))
            }
            Expr::Select(select) => {
                let operand = self.weigh(&select.operand, times)?;
                Ok(if select.test { SCALAR } else { operand.field(&select.field) })
            }
            Expr::List(list) => {
                let whole = self.weigh_all(list.elements.iter(), times)?;
                Ok(Extent::Made { len: list.elements.len() as u64, size: whole })
            }
            Expr::Map(map) => {
                let mut parts = Vec::new();
                for entry in &map.entries {
                    match &entry.expr {
                        EntryExpr::MapEntry(entry) => parts.extend([&entry.key, &entry.value]),
                        EntryExpr::StructField(_) => return Err(Costly::Form("a struct")),
                    }
                }
                let len = map.entries.len() as u64;
                Ok(Extent::Made { len, size: self.weigh_all(parts.into_iter(), times)? })
            }
            Expr::Call(call) => self.weigh_call(call, times),
            Expr::Comprehension(comprehension) => self.weigh_loop(comprehension, times),
            Expr::Struct(_) => Err(Costly::Form("a struct")),
            Expr::Unspecified => Err(Costly::Form("an empty expression")),
        }
    }

    /// The size of several things together.
    fn weigh_all<'e>(
        &mut self,
        parts: impl Iterator<Item = &'e IdedExpr>,
        times: u64,
    ) -> Result<u64, Costly> {
        let mut whole = 1u64;
        for part in parts {
            whole = whole.saturating_add(self.weigh(part, times)?.size());
        }
        self.spend(whole, times)?;
        Ok(whole)
    }

    fn weigh_call(&mut self, call: &CallExpr, times: u64) -> Result<Extent<'v>, Costly> {
        let mut parts = Vec::new();
        for part in call.target.as_deref().into_iter().chain(&call.args) {
            parts.push(self.weigh(part, times)?);
        }
        let whole = parts.iter().fold(1u64, |sum, p| sum.saturating_add(p.size()));
        match (call.func_name.as_str(), parts.as_slice()) {
            (op::LOGICAL_AND | op::LOGICAL_OR | op::LOGICAL_NOT | op::NEGATE | op::NOT_STRICTLY_FALSE, _)
            | (op::SUBSTRACT | op::MULTIPLY | op::DIVIDE | op::MODULO, _) => Ok(SCALAR),
            (op::CONDITIONAL, [_, yes, no]) => Ok(yes.or(no)),
            (op::INDEX, [of, _]) => Ok(of.item()),
            (op::ADD, [a, b]) => {
                self.spend(whole, times)?;
                Ok(a.plus(b))
            }
            (op::IN, [one, of]) => {
                let compared = of.size().saturating_add(one.size().saturating_mul(of.len()));
                self.spend(compared, times)?;
                Ok(SCALAR)
            }
            (op::EQUALS | op::NOT_EQUALS | op::LESS | op::LESS_EQUALS | op::GREATER, _)
            | (op::GREATER_EQUALS | "size" | "contains" | "startsWith" | "endsWith", _)
            | ("int" | "uint" | "double" | "bool" | "type", _) => {
                self.spend(whole, times)?;
                Ok(SCALAR)
            }
            ("string" | "bytes" | "dyn", [of]) => {
                self.spend(whole, times)?;
                Ok(Extent::Made { len: of.size(), size: of.size().saturating_add(SCALAR_TEXT) })
            }
            ("matches", [text, pattern]) => {
                self.check_pattern(call.args.last().map(|p| &p.expr), pattern)?;
                let work = PATTERN_WORK.saturating_add(text.size().saturating_mul(PATTERN_WORK_PER_BYTE));
                self.spend(work, times)?;
                Ok(SCALAR)
            }
            (other, _) => Err(Costly::Function(other.to_owned())),
        }
    }

    /// A loop that a macro (`all`, `exists`, `map`, `filter`…) was expanded to. Its accumulator grows by at most the same amount with each
    /// turn; that is measured on the first turn, and checked on the last.
    fn weigh_loop(&mut self, of: &ComprehensionExpr, times: u64) -> Result<Extent<'v>, Costly> {
        if self.loops == DEEPEST_LOOPS {
            return Err(Costly::Loops);
        }
        let range = self.weigh(&of.iter_range, times)?;
        let first = self.weigh(&of.accu_init, times)?;
        let (turns, outer) = (range.len(), self.names.len());
        self.loops += 1;
        self.names.push((of.iter_var.clone(), range.item()));
        self.names.extend(of.iter_var2.clone().map(|name| (name, range.part())));
        self.names.push((of.accu_var.clone(), first.clone()));
        let second = self.weigh(&of.loop_step, 0)?;
        let growth = Extent::Made {
            len: second.len().saturating_sub(first.len()),
            size: second.size().saturating_sub(first.size()),
        };
        let last = Extent::Made {
            len: first.len().saturating_add(growth.len().saturating_mul(turns)),
            size: first.size().saturating_add(growth.size().saturating_mul(turns)),
        };
        self.names.pop();
        self.names.push((of.accu_var.clone(), last.clone()));
        let all_turns = times.saturating_mul(turns);
        self.weigh(&of.loop_cond, all_turns)?;
        let after = self.weigh(&of.loop_step, all_turns)?;
        if after.size() > last.size().saturating_add(growth.size()) {
            return Err(Costly::Work);
        }
        let result = self.weigh(&of.result, times)?;
        self.names.truncate(outer);
        self.loops -= 1;
        Ok(result)
    }

    /// A pattern is written in the expression, or is a value of the run; it is compiled here first, within a limit.
    fn check_pattern(&mut self, written: Option<&Expr>, pattern: &Extent<'_>) -> Result<(), Costly> {
        let patterns: Vec<&str> = match (written, pattern) {
            (Some(Expr::Literal(LiteralValue::String(text))), _) => vec![text.inner()],
            (_, Extent::Values(values)) => values.iter().filter_map(|v| v.as_str()).collect(),
            _ => return Err(Costly::ComputedPattern),
        };
        self.spend(PATTERN_WORK, patterns.len() as u64)?;
        for pattern in patterns {
            RegexBuilder::new(pattern)
                .size_limit(LARGEST_PATTERN)
                .build()
                .map_err(|e| Costly::Pattern(pattern.to_owned(), e.to_string()))?;
        }
        Ok(())
    }
}

fn literal_extent(literal: &LiteralValue) -> Extent<'static> {
    let bytes = match literal {
        LiteralValue::String(text) => text.inner().len(),
        LiteralValue::Bytes(bytes) => bytes.inner().len(),
        _ => 0,
    };
    Extent::Made { len: 0, size: 1 + bytes as u64 }
}

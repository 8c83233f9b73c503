import React from 'react';
import * as A from 'antd';
import { Html, Svg, start } from './mount.jsx';

const Frame = ({ dark, children }) => <A.ConfigProvider wave={{ disabled: true }} theme={{ algorithm: dark ? A.theme.darkAlgorithm : A.theme.defaultAlgorithm, token: { motion: false } }}>{children}</A.ConfigProvider>;
const COLOUR = { success: 'green', warning: 'orange', danger: 'red', info: 'blue' };
const KIND = { success: 'success', danger: 'error', warning: 'warning', info: 'info' };
const Named = ({ label, error, children }) => <div className="l-field"><label style={{ display: 'block', marginBottom: 4 }}>{label}</label>{children}{error && <div style={{ color: '#ff4d4f' }}>{error}</div>}</div>;

start({
    Heading: ({ n, text }) => <A.Typography.Title level={n === 1 ? 3 : 5}>{text}</A.Typography.Title>,
    Paragraph: ({ text }) => <A.Typography.Paragraph>{text}</A.Typography.Paragraph>,
    Link: ({ text }) => <A.Typography.Link href="#">{text}</A.Typography.Link>,
    Button: b => <A.Button type={b.primary ? 'primary' : 'default'} danger={b.danger} size={b.small ? 'small' : 'middle'} disabled={b.disabled} icon={b.svg && <Svg svg={b.svg} />} aria-haspopup={b.menu ? 'menu' : undefined} data-id={b.id}>{b.label}{b.down && <Svg svg={b.down} />}</A.Button>,
    IconButton: b => <A.Button type="text" size={b.small ? 'small' : 'middle'} aria-label={b.label} data-id={b.id} icon={<Svg svg={b.svg} />} />,
    Field: f => { const box = f.type === 'password' ? <A.Input.Password defaultValue={f.value} visibilityToggle={false} data-id={f.id} /> : <A.Input className={f.bare ? 'l-input' : ''} type={f.type ?? 'text'} defaultValue={f.value} placeholder={f.placeholder} readOnly={f.readonly} aria-label={f.aria} status={f.error ? 'error' : ''} data-id={f.id} />; return f.bare ? box : <Named {...f}>{box}</Named>; },
    Area: f => <Named {...f}><A.Input.TextArea rows={f.rows ?? 3} defaultValue={f.value} data-id={f.id} /></Named>,
    Select: f => { const box = <A.Select defaultValue={f.value ?? f.options[0]} style={{ width: f.bare ? 140 : '100%' }} options={f.options.map(x => ({ value: x, label: x }))} />; return f.bare ? box : <Named {...f}>{box}</Named>; },
    Check: c => <div className={c.bare ? '' : 'l-field'}><A.Checkbox data-wrap="" defaultChecked={Boolean(c.checked)} aria-label={c.bare ? c.label : undefined}>{c.bare ? null : c.label}</A.Checkbox></div>,
    Toggle: c => <div className="l-field"><label data-wrap=""><A.Switch defaultChecked={Boolean(c.checked)} data-id={c.id} /> {c.label}</label></div>,
    Radios: c => <Named label={c.label}><A.Radio.Group vertical={!c.inline} defaultValue={c.value} options={c.options} /></Named>,
    Slider: c => <Named label={c.label}><A.Slider defaultValue={c.value} /></Named>,
    Tabs: ({ items, at }) => <A.Tabs activeKey={String(at)} items={items.map((x, i) => ({ key: String(i), label: x }))} />,
    Table: ({ cols, rows }) => <A.Table size="small" pagination={false} style={{ marginBottom: 14 }} rowKey="id" columns={cols.map((c, i) => ({ title: <Html as="span" html={c} />, key: i, render: row => <Html as="span" html={row.cells[i]} /> }))} dataSource={rows} />,
    Pages: ({ n, at }) => <A.Pagination total={n * 10} current={at + 1} />,
    Crumbs: ({ items }) => <A.Breadcrumb items={items.map((x, i) => ({ title: i < items.length - 1 ? <a href="#">{x}</a> : x }))} />,
    Card: ({ title, html }) => <A.Card title={title || undefined} size="small"><Html html={html} /></A.Card>,
    Alert: ({ kind, text }) => <A.Alert type={KIND[kind]} title={text} message={text} showIcon style={{ marginBottom: 12 }} />,
    Badge: ({ text, kind }) => <A.Tag color={COLOUR[kind]}>{text}</A.Tag>,
    Dialog: d => <A.Modal open title={d.title} footer={<Html html={d.buttons} />} transitionName="" maskTransitionName=""><Html html={d.body} /></A.Modal>,
    Menu: ({ items, ids }) => <A.Menu style={{ width: 200, boxShadow: '0 4px 14px rgba(0,0,0,.3)' }} selectable={false} items={items.map((x, i) => x === '-' ? { type: 'divider', key: i } : { key: i, label: x.text ?? x, icon: x.svg && <Svg svg={x.svg} /> })} />,
    Top: ({ brand, items, at, right }) => <div role="toolbar" style={{ display: 'flex', alignItems: 'center', borderBottom: '1px solid #8884', padding: '0 18px' }}><b style={{ marginRight: 20 }}>{brand}</b><A.Menu mode="horizontal" disabledOverflow selectedKeys={[String(at)]} style={{ flex: 1 }} items={items.map((x, i) => ({ key: String(i), label: x }))} /><Html html={right} /></div>,
    Side: ({ items, at }) => <A.Menu mode="inline" selectedKeys={[String(at)]} items={items.map((x, i) => ({ key: String(i), label: x.text, icon: x.svg && <Svg svg={x.svg} /> }))} />,
    List: ({ items, at }) => <div style={{ border: '1px solid #8886', borderRadius: 6 }}>{items.map((x, i) => <Html key={i} role="option" data-id={x.id} aria-selected={i === at} html={x.html} style={{ padding: '9px 12px', borderBottom: '1px solid #8884', background: i === at ? '#1677ff33' : undefined }} />)}</div>,
    Progress: ({ v }) => <A.Progress percent={v} showInfo={false} />,
}, Frame);

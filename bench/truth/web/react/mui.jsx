import React from 'react';
import * as M from '@mui/material';
import { Html, Svg, start } from './mount.jsx';

const themes = Object.fromEntries([true, false].map(dark => [dark, M.createTheme({ palette: { mode: dark ? 'dark' : 'light' }, components: { MuiButtonBase: { defaultProps: { disableRipple: true } } } })]));
const Frame = ({ dark, children }) => <M.ThemeProvider theme={themes[dark]}>{children}</M.ThemeProvider>;
const COLOUR = { success: 'success', warning: 'warning', danger: 'error', info: 'info' };
const Field = f => <M.TextField className={f.bare ? 'l-input' : 'l-field'} label={f.bare ? undefined : f.label} size="small" fullWidth={!f.bare} type={f.type ?? 'text'} defaultValue={f.value} placeholder={f.placeholder}
    error={Boolean(f.error)} helperText={f.error} slotProps={{ htmlInput: { 'aria-label': f.aria, 'data-id': f.id, readOnly: f.readonly } }} />;
const Label = ({ label, control }) => <div><M.FormControlLabel data-wrap="" label={label} control={control} /></div>;

start({
    Heading: ({ n, text }) => <M.Typography variant={n === 1 ? 'h4' : 'h6'} component={`h${n}`} gutterBottom>{text}</M.Typography>,
    Paragraph: ({ text }) => <M.Typography component="p" gutterBottom>{text}</M.Typography>,
    Link: ({ text }) => <M.Link href="#">{text}</M.Link>,
    Button: b => <M.Button variant={b.primary ? 'contained' : b.small ? 'text' : 'outlined'} color={b.danger ? 'error' : 'primary'} size={b.small ? 'small' : 'medium'} disabled={b.disabled} startIcon={b.svg && <Svg svg={b.svg} />} endIcon={b.down && <Svg svg={b.down} />} aria-haspopup={b.menu ? 'menu' : undefined} data-id={b.id}>{b.label}</M.Button>,
    IconButton: b => <M.IconButton size={b.small ? 'small' : 'medium'} aria-label={b.label} data-id={b.id} color="inherit"><Svg svg={b.svg} /></M.IconButton>,
    Field,
    Area: f => <M.TextField className="l-field" label={f.label} multiline rows={f.rows ?? 3} fullWidth defaultValue={f.value} slotProps={{ htmlInput: { 'data-id': f.id } }} />,
    Select: f => <M.TextField className={f.bare ? '' : 'l-field'} select label={f.bare ? undefined : f.label} size="small" fullWidth={!f.bare} defaultValue={f.value ?? f.options[0]}>{f.options.map((x, i) => <M.MenuItem key={i} value={x}>{x}</M.MenuItem>)}</M.TextField>,
    Check: c => c.bare ? <span data-wrap=""><M.Checkbox size="small" defaultChecked={Boolean(c.checked)} slotProps={{ input: { 'aria-label': c.label, 'data-id': c.id } }} /></span> : <Label label={c.label} control={<M.Checkbox defaultChecked={Boolean(c.checked)} slotProps={{ input: { 'data-id': c.id } }} />} />,
    Toggle: c => <Label label={c.label} control={<M.Switch defaultChecked={Boolean(c.checked)} slotProps={{ input: { 'data-id': c.id } }} />} />,
    Radios: c => <M.FormControl className="l-field"><M.FormLabel>{c.label}</M.FormLabel><M.RadioGroup row={Boolean(c.inline)} defaultValue={c.value}>{c.options.map((x, i) => <M.FormControlLabel key={x} data-wrap="" value={x} label={x} control={<M.Radio size="small" slotProps={{ input: { 'data-id': c.id && `${c.id}.${i}` } }} />} />)}</M.RadioGroup></M.FormControl>,
    Slider: c => <div className="l-field"><M.Typography component="label">{c.label}</M.Typography><M.Slider defaultValue={c.value} aria-label={c.label} /></div>,
    Tabs: ({ items, at, ids }) => <M.Tabs value={at} sx={{ mb: 2 }}>{items.map((x, i) => <M.Tab key={i} label={x} data-id={ids[i]} />)}</M.Tabs>,
    Table: ({ cols, rows }) => <M.TableContainer component={M.Paper} variant="outlined" sx={{ mb: 2 }}><M.Table size="small"><M.TableHead><M.TableRow>{cols.map((c, i) => <Html key={i} as={M.TableCell} html={c} />)}</M.TableRow></M.TableHead><M.TableBody>{rows.map((r, i) => <M.TableRow key={i} data-id={r.id}>{r.cells.map((c, j) => <Html key={j} as={M.TableCell} html={c} />)}</M.TableRow>)}</M.TableBody></M.Table></M.TableContainer>,
    Pages: ({ n, at }) => <M.Pagination count={n} page={at + 1} />,
    Crumbs: ({ items }) => <M.Breadcrumbs sx={{ mb: 1 }}>{items.map((x, i) => i < items.length - 1 ? <M.Link key={i} href="#" underline="hover">{x}</M.Link> : <span key={i}>{x}</span>)}</M.Breadcrumbs>,
    Card: ({ title, html }) => <M.Card><M.CardContent>{title && <M.Typography variant="h6" component="h3" gutterBottom>{title}</M.Typography>}<Html html={html} /></M.CardContent></M.Card>,
    Alert: ({ kind, text }) => <M.Alert severity={COLOUR[kind] ?? 'info'} sx={{ mb: 2 }}>{text}</M.Alert>,
    Badge: ({ text, kind }) => <M.Chip size="small" label={text} color={COLOUR[kind] ?? 'default'} />,
    Dialog: d => <M.Dialog open transitionDuration={0} disableScrollLock><M.DialogTitle>{d.title}</M.DialogTitle><Html as={M.DialogContent} html={d.body} /><Html as={M.DialogActions} html={d.buttons} /></M.Dialog>,
    Menu: ({ items, ids }) => <M.Paper elevation={6}><M.MenuList>{items.map((x, i) => x === '-' ? <M.Divider key={i} /> : <M.MenuItem key={i} data-id={ids[i]}>{x.text ?? x}</M.MenuItem>)}</M.MenuList></M.Paper>,
    Top: ({ brand, items, at, right }) => <M.AppBar position="static"><M.Toolbar variant="dense" role="toolbar"><M.Typography variant="h6" sx={{ mr: 3 }}>{brand}</M.Typography><M.Box data-nav="" sx={{ flex: 1 }}>{items.map((x, i) => <M.Button key={i} color="inherit" data-t="link menu_item tab button">{x}</M.Button>)}</M.Box><Html html={right} /></M.Toolbar></M.AppBar>,
    Side: ({ items, at }) => <M.List dense>{items.map((x, i) => <M.ListItemButton key={i} component="a" href="#" selected={i === at}>{x.svg && <M.ListItemIcon sx={{ minWidth: 32 }}><Svg svg={x.svg} /></M.ListItemIcon>}<M.ListItemText primary={x.text} /></M.ListItemButton>)}</M.List>,
    List: ({ items, at }) => <M.List>{items.map((x, i) => <M.ListItemButton key={i} role="option" selected={i === at} data-id={x.id}><Html html={x.html} /></M.ListItemButton>)}</M.List>,
    Progress: ({ v }) => <M.LinearProgress variant="determinate" value={v} />,
}, Frame);

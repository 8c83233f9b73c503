// Fills every `data-mount` place with a widget of the kit; a widget may hold HTML with further places.
import React from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';

export const Html = ({ html, as: As = 'div', ...more }) => <As {...more} dangerouslySetInnerHTML={{ __html: html }} />;
export const Svg = ({ svg }) => svg ? <span style={{ display: 'inline-flex', alignItems: 'center' }} dangerouslySetInnerHTML={{ __html: svg }} /> : null;

export function start(widgets, Frame) {
    window.leaStart = () => {
        for (;;) {
            const places = [...document.querySelectorAll('[data-mount]:not([data-full])')];
            if (!places.length) return;
            for (const place of places) {
                place.setAttribute('data-full', '');
                const { widget, props } = window.leaMounts[Number(place.getAttribute('data-mount'))];
                const Widget = widgets[widget];
                if (!Widget) throw new Error(`no widget ${widget}`);
                const root = createRoot(place);
                flushSync(() => root.render(<Frame dark={window.leaDark}><Widget {...props} /></Frame>));
            }
        }
    };
}

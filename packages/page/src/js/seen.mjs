/** Loads parts when they come near the viewport. */

import { useEffect, useRef, useState } from '../vendor/preact-hooks.mjs';
import { html } from './parts.mjs';

const MARGIN = '240px';

/** `[ref, isSeen]`: whether the ref's element has been near the viewport. @param isSettled false: not observed yet */
export function useSeen(isSettled = true) {
  const ref = useRef(null);
  const [isSeen, set] = useState(false);
  useEffect(() => {
    if (ref.current === null || isSeen || !isSettled) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry.isIntersecting && set(true), { rootMargin: MARGIN });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isSeen, isSettled]);
  return [ref, isSeen];
}

/** True once the reader has scrolled or nothing above is loading: panels are short while loading. */
function useSettled() {
  const [isSettled, set] = useState(false);
  useEffect(() => {
    if (isSettled) return undefined;
    const done = () => set(true);
    const timer = setInterval(() => document.querySelector('.st-loading') === null && done(), 1000);
    addEventListener('scroll', done, { once: true });
    return () => {
      clearInterval(timer);
      removeEventListener('scroll', done);
    };
  }, [isSettled]);
  return isSettled;
}

/** Single-column widths, where a part is behind a button to keep the page short. */
const NARROW = '(max-width: 719px)';

/** A part whose code is loaded near the viewport. @param load returns the component; @param what its name */
export function WhenSeen({ load, what, ...props }) {
  const [ref, isNear] = useSeen(useSettled());
  const [isWanted, want] = useState(() => !matchMedia(NARROW).matches);
  const isSeen = isNear && isWanted;
  const [Shown, set] = useState(undefined);
  const [failed, fail] = useState(false);
  useEffect(() => {
    if (!isSeen) return undefined;
    let isGone = false;
    load().then(
      (Loaded) => isGone || set(() => Loaded),
      () => fail(true),
    );
    return () => {
      isGone = true;
    };
  }, [isSeen]);
  if (Shown !== undefined) return html`<${Shown} ...${props} />`;
  if (!isWanted)
    return html`<p class="when-seen more" ref=${ref}><button class="btn" type="button" onClick=${() => want(true)}>More: ${what}</button></p>`;
  return html`<p class="when-seen" ref=${ref}>
    ${failed ? 'These charts could not be loaded; load the page again.' : `Scroll to load: ${what}.`}
  </p>`;
}

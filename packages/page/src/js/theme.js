// A classic script, run before the first paint: a stored choice overrides the system's.
(() => {
  try {
    const theme = localStorage.getItem('barograph-theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be blocked: the system's theme applies.
  }
})();

// A classic script, before the first paint: a stored choice wins over the system's.
(() => {
  try {
    const theme = localStorage.getItem('barograph-theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be forbidden: the system's theme holds.
  }
})();

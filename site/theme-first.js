/** Sets the colours before the first paint. A file, for the policy of the host runs nothing that stands in a page. */
(() => {
  const chosen = localStorage.getItem('vitepress-theme-appearance') ?? 'auto';
  const isDark = chosen === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
  document.documentElement.classList.toggle('dark', isDark);
  document.documentElement.classList.toggle('mac', /Mac|iPhone|iPod|iPad/i.test(navigator.platform));
})();

/** VitePress' own theme in the colours of the page. */
import Theme from 'vitepress/theme';
import './style.css';

// oxlint-disable-next-line import/no-default-export -- VitePress reads it
export default Theme;

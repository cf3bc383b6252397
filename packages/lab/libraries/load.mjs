/** Loads a library of this folder: Node finds it from here alone. @param {string} name */
export const load = (name) => import(name);

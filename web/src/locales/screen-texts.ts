/** Every file of texts, fetched when it is asked for. The build puts those of one language that are shown together into one chunk (web/vite.config.ts). */
export const screenTexts = import.meta.glob<object>('./{nl,eng,fr}/*.json', { import: 'default' })

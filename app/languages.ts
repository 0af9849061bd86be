/** The supported languages, in the order of the language switch. English messages are in the code; the others have catalogues. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'fr', name: 'Français' },
] as const

/** Pseudo-locales for development: they reveal untranslated messages and layouts that break with longer or right-to-left text. */
export const pseudoLocales = [
  { code: 'en-XA', name: 'Pseudo: longer, accented' },
  { code: 'ar-XB', name: 'Pseudo: right to left' },
] as const

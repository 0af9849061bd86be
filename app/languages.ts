/** The languages we speak, in the order the switch shows them. English sentences stand in the code; others add a catalogue. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
] as const

/** Made-up languages that show, on a developer's machine, which sentences would not be translated and what a longer or right-to-left text does to a screen. */
export const pseudoLocales = [
  { code: 'en-XA', name: 'Pseudo: longer, accented' },
  { code: 'ar-XB', name: 'Pseudo: right to left' },
] as const

/** Made by scripts/translations-vite-plugin.ts. */
declare module '#web/translations.ts?files=de' {
  import type { TranslationFiles } from './translations.ts'

  const files: TranslationFiles
  export default files
}

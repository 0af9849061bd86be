/** Made by scripts/sentences-of-files.ts. */
declare module '#web/catalogue.ts?files=de' {
  import type { Files } from '#web/catalogue.ts'

  const files: Files
  export default files
}

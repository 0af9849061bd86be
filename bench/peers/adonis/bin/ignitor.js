import 'reflect-metadata'
import { Ignitor } from '@adonisjs/core'

const root = new URL('../', import.meta.url)

export function createIgnitor() {
  const importer = (path) => import(path.startsWith('.') ? new URL(path, root).href : path)
  return new Ignitor(root, { importer }).tap((app) =>
    app.booting(async () => void (await import('#start/env'))),
  )
}

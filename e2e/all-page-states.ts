import { browserFeatures, type ConfiguredStates, type PageStates } from './features.ts'
import { pageStates } from './page-states.ts'
import { providerPageSettings, providerPageStates } from './provider-page-states.ts'

export const configuredStates: readonly ConfiguredStates[] = [
  { settings: providerPageSettings, pageStates: providerPageStates },
  ...browserFeatures.flatMap(({ configured }) => configured ?? []),
]

export const allPageStates: PageStates = Object.fromEntries(
  [{ pageStates }, ...configuredStates].flatMap((it) => Object.entries(it.pageStates)),
)

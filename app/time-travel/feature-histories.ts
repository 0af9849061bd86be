import { features } from '#app/features.ts'
import type { CollectionField } from '#app/pages.ts'

export const histories = features.flatMap(({ history }) => history ?? [])

/** The fields of the account's state that list items by id. */
export const collectionFields: readonly CollectionField[] = [
  'passkeys',
  'sessions',
  ...histories.map(({ collection }) => collection),
]

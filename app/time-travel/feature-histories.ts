import { collectionFieldsWith, emptyAccountWith } from '#app/account-state.ts'
import { features } from '#app/features.ts'

export const histories = features.flatMap(({ history }) => history ?? [])

export const collectionFields = collectionFieldsWith(histories)
export const emptyAccount = emptyAccountWith(histories)

import { emptyAccountWith } from '#app/account-state.ts'
import { accountFeatures } from '#web/account-features.ts'

export const emptyAccount = emptyAccountWith(accountFeatures)

/** Import it to make hashes cheap. The real cost is covered by app/platform/auth/password-hash.test.ts and by spawned servers. */
import { currentCost } from '#app/platform/auth/password-hash.ts'

currentCost.memory = 256

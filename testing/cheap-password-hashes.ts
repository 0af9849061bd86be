import { currentCost } from '#app/platform/auth/password-hash.ts'

// Tests of the real cost: app/platform/auth/password-hash.test.ts, and servers started from app/server/main.ts.
currentCost.memory = 256

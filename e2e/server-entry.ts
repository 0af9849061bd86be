/** The server, with password hashes that cost next to nothing. */
import '#testing/cheap-password-hashes.ts'
import '#app/server/main.ts'

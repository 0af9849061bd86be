import assert from 'node:assert/strict'
import { test } from 'node:test'

import { countEventLoopTicks } from '#testing/event-loop-ticks.ts'

import { isKnownHash, needsRehash, passwordMatches } from './password-hash.ts'

const salt = 'c2l4dGVlbiBieXRlIHNhbHQ'
const signerKey =
  'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=='

/** Made by libxcrypt, passlib, Django, Python's hashlib, PHP and Firebase. */
const samples: [kind: string, password: string, hash: string][] = [
  ['bcrypt 2b', 'password', '$2b$05$abcdefghijklmnopqrstuuWG29KuyeAicPCJODk1zjyGvyQUU2awu'],
  ['bcrypt 2y', 'password', '$2y$05$abcdefghijklmnopqrstuuWG29KuyeAicPCJODk1zjyGvyQUU2awu'],
  [
    'bcrypt of 72 bytes',
    'x'.repeat(72),
    '$2b$04$abcdefghijklmnopqrstuubzadhGtS2zEF.gu0yd0opP6cVzb.e0i',
  ],
  [
    'PBKDF2, PHC',
    'password',
    `$pbkdf2-sha512$i=1000,l=64$${salt}$nvVeCPDoAk/9pZDg3/58mM87LfN2+BxijWuxpwHWBFl5Nxsvq3659p1lvZX/I5jMvqjznWDqii92j4YwDjpShw`,
  ],
  [
    'PBKDF2, passlib',
    'password',
    '$pbkdf2-sha256$6400$0ZrzXitFSGltTQnBWOsdeA$xS3upr62e29h9/zIrz.USU3saLoax9c4c5xTWMHer.Y',
  ],
  ['PBKDF2-SHA-1', 'password', `$pbkdf2$1000$${salt}$JiloxZgy6hAkJjBREHuf0xx69o4`],
  [
    'PBKDF2, Django',
    'lètmein',
    'pbkdf2_sha256$12000$seasalt$Ybw8zsFxqja97tY/o6G+Fy1ksY4U/Hw3DRrGED6Up4s=',
  ],
  [
    'scrypt',
    'password',
    `$scrypt$ln=14,r=8,p=1$${salt}$dnYN3wV/LK9KcDCIN0bbgptvuqjhhedgCH49vxf6gnI`,
  ],
  [
    'scrypt, passlib',
    'password',
    '$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E',
  ],
  [
    'Firebase',
    'user1password',
    `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${signerKey}$42xEC-ixf3L2lw==$lSrfV15cpx95_sZS2W9c9Kp6i_LVgQNDNC_qzrCnh1SAyZvqmZqAjTdn3aoItz-VHjoZilo78198JAdRuid5lQ==`,
  ],
  [
    'argon2i',
    'rasmuslerdorf',
    '$argon2i$v=19$m=1024,t=2,p=2$YzJBSzV4TUhkMzc3d3laeg$zqU/1IN0/AogfP4cmSJI1vc8lpXRW9/S0sYY2i2jHT0',
  ],
]

for (const [kind, password, hash] of samples) {
  test(`a hash of another system matches its password only: ${kind} (PWP-04)`, async () => {
    assert.equal(await passwordMatches(password, hash), true)
    assert.equal(await passwordMatches(`${password.slice(0, -1)}!`, hash), false)
    assert.equal(await passwordMatches('', hash), false)
    assert.ok(isKnownHash(hash))
    assert.ok(needsRehash(hash))
  })
}

const bcrypt = '$2b$05$abcdefghijklmnopqrstuuWG29KuyeAicPCJODk1zjyGvyQUU2awu'
const tag = 'dnYN3wV/LK9KcDCIN0bbgptvuqjhhedgCH49vxf6gnI'

const rejected: [why: string, hash: string][] = [
  ['an empty text', ''],
  ['a plain password', 'correct horse battery staple'],
  ['an unsalted digest', '5f4dcc3b5aa765d61d8327deb882cf99'],
  ['bcrypt that is cut', bcrypt.slice(0, -1)],
  ['bcrypt that is longer', `${bcrypt}A`],
  ['bcrypt of a broken version', bcrypt.replace('2b', '2x')],
  ['bcrypt that takes weeks', bcrypt.replace('$05$', '$31$')],
  ['bcrypt without cost', bcrypt.replace('$05$', '$00$')],
  ['scrypt with an empty tag, which everything matches', `$scrypt$ln=14,r=8,p=1$${salt}$`],
  ['scrypt with a tag of one byte', `$scrypt$ln=14,r=8,p=1$${salt}$dg`],
  ['scrypt with a tag that is no base64', `$scrypt$ln=14,r=8,p=1$${salt}$${tag.slice(0, -1)}*`],
  ['scrypt without salt', `$scrypt$ln=14,r=8,p=1$$${tag}`],
  ['scrypt with N = 2^30', `$scrypt$ln=30,r=8,p=1$${salt}$${tag}`],
  ['scrypt with N = 2^64', `$scrypt$ln=64,r=8,p=1$${salt}$${tag}`],
  ['scrypt with many lanes', `$scrypt$ln=14,r=8,p=999$${salt}$${tag}`],
  [
    'scrypt with N = 2^16 at r = 1, which its definition forbids',
    `$scrypt$ln=16,r=1,p=1$${salt}$${tag}`,
  ],
  ['scrypt with r = 0', `$scrypt$ln=14,r=0,p=1$${salt}$${tag}`],
  ['PBKDF2 with a billion rounds', `$pbkdf2-sha256$i=1000000000$${salt}$${tag}`],
  ['PBKDF2 without rounds', `$pbkdf2-sha256$i=0$${salt}$${tag}`],
  ['PBKDF2 of another length', `$pbkdf2-sha256$i=1000,l=16$${salt}$${tag}`],
  ['PBKDF2 with an unknown digest', `$pbkdf2-md5$i=1000$${salt}$${tag}`],
  ['Django with a billion rounds', `pbkdf2_sha256$1000000000$seasalt$${tag}=`],
  [
    'Firebase with N = 2^30',
    `$fbscrypt$v=1,n=30,r=8,p=1,ss=Bw==,sk=${signerKey}$42xEC+ixf3L2lw==$${tag}`,
  ],
  [
    'Firebase with a tag of another length',
    `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${signerKey}$42xEC+ixf3L2lw==$${tag}`,
  ],
  ['argon2 with 9 GiB', `$argon2id$v=19$m=9437184,t=1,p=1$${salt}$${tag}`],
  ['argon2 with 99 passes', `$argon2id$v=19$m=65536,t=99,p=1$${salt}$${tag}`],
  ['argon2 without passes', `$argon2id$v=19$m=19456,t=0,p=1$${salt}$${tag}`],
  ['argon2 with more lanes than memory', `$argon2id$v=19$m=8,t=1,p=4$${salt}$${tag}`],
  ['argon2 of an old version', `$argon2id$v=16$m=19456,t=2,p=1$${salt}$${tag}`],
  ['argon2 with a pepper we lack', `$argon2id$v=19$m=19456,t=2,p=1,keyid=AA$${salt}$${tag}`],
]

for (const [why, hash] of rejected) {
  test(`a hash is unknown and matches nothing: ${why} (PWP-05)`, async () => {
    assert.ok(!isKnownHash(hash))
    assert.equal(await passwordMatches('', hash), false)
    assert.equal(await passwordMatches('correct horse battery staple', hash), false)
  })
}

test('the costs that OWASP, PHP and Laravel use are accepted', () => {
  const accepted = [
    bcrypt.replace('$05$', '$12$'),
    `$scrypt$ln=17,r=8,p=1$${salt}$${tag}`,
    `$scrypt$ln=14,r=8,p=5$${salt}$${tag}`,
    `$pbkdf2-sha256$i=600000$${salt}$${tag}`,
    `pbkdf2_sha256$1200000$seasalt$${tag}=`,
    `$argon2id$v=19$m=65536,t=4,p=1$${salt}$${tag}`,
    `$argon2id$v=19$m=47104,t=1,p=1$${salt}$${tag}`,
  ]

  assert.deepEqual(
    accepted.filter((hash) => !isKnownHash(hash)),
    [],
  )
})

test('the server answers others while it computes bcrypt (PWP-05)', async (t) => {
  const ticks = countEventLoopTicks(t)

  await passwordMatches('password', bcrypt.replace('$05$', '$10$'))

  assert.ok(ticks() > 100, `${ticks()} ticks`)
})

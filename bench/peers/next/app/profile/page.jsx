import { headers } from 'next/headers'
import Link from 'next/link'
import { redirect } from 'next/navigation'

import { auth } from '@/lib/auth.js'
import { emailAddresses, languages, notificationSettings } from '@/lib/profile.js'
import { Frame } from '@/page/Frame.jsx'
import { Profile } from '@/page/Profile.jsx'

export const metadata = { title: 'Profile - Peer' }

export default async function ProfilePage() {
  const session = await auth.api.getSession({ headers: await headers() })
  if (!session) redirect('/login')
  const { id, name, email, emailVerified, createdAt, image, locale, timezone } = session.user
  const user = {
    name,
    email,
    emailVerifiedAt: emailVerified,
    memberSince: createdAt.toISOString(),
    photoUrl: image ?? null,
    maxPhotoMegabytes: 8,
    locale: locale ?? null,
    timezone: timezone ?? null,
  }
  return (
    <Frame user={user} Link={Link}>
      <Profile
        user={user}
        languages={languages}
        emailAddresses={emailAddresses(id)}
        notificationSettings={notificationSettings(id)}
      />
    </Frame>
  )
}

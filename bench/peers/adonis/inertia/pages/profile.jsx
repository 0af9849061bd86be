import { Head, Link } from '@inertiajs/react'
import { Frame } from '@page/Frame.jsx'
import { Profile } from '@page/Profile.jsx'

export default function ProfilePage(props) {
  return (
    <Frame user={props.user} Link={Link}>
      <Head title="Profile" />
      <Profile {...props} />
    </Frame>
  )
}

'use client'
import { useState } from 'react'

/** The content of Foyer's /user/profile page, with the browser's own controls. */
export function Profile({ user, languages, emailAddresses, notificationSettings }) {
  return (
    <>
      <h1>Account</h1>
      <nav>
        {['Profile', 'Security', 'Devices', 'Data'].map((section) => (
          <a key={section} href={`/profile#${section.toLowerCase()}`}>
            {section}
          </a>
        ))}
      </nav>
      <ProfileInformation user={user} languages={languages} />
      <EmailChange user={user} />
      <EmailAddresses rows={emailAddresses.rows} max={emailAddresses.max} />
      <NotificationSettings rows={notificationSettings} />
    </>
  )
}

function ProfileInformation({ user, languages }) {
  const [zones] = useState(() => Intl.supportedValuesOf('timeZone'))
  const memberSince = new Date(user.memberSince).toLocaleDateString('en', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  return (
    <section>
      <h2>Profile</h2>
      <p>Your name and photo, your language and your time zone.</p>
      <form method="post" action="/profile">
        <p>{user.name}</p>
        <p>Member since {memberSince}</p>
        {user.photoUrl && <img src={user.photoUrl} alt="" />}
        <label>
          Add a photo <input type="file" name="photo" accept="image/jpeg,image/png,image/webp" />
        </label>
        <p>JPEG, PNG or WebP, at most {user.maxPhotoMegabytes} MB.</p>
        <label>
          Name <input name="name" defaultValue={user.name} required autoComplete="name" />
        </label>
        <label>
          Language
          <select name="locale" defaultValue={user.locale ?? ''}>
            <option value="">Same as your browser</option>
            {languages.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Time zone
          <select name="timezone" defaultValue={user.timezone ?? ''}>
            <option value="">Your device&apos;s time zone</option>
            {zones.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </select>
        </label>
        <button>Save</button>
      </form>
    </section>
  )
}

function EmailChange({ user }) {
  return (
    <section>
      <h2>Email address</h2>
      <p>Changes once you open the link that is sent to the new address.</p>
      <form method="post" action="/profile/email">
        <label>
          Email <input type="email" name="email" defaultValue={user.email} autoComplete="email" />
        </label>
        <p>{user.emailVerifiedAt ? 'Confirmed' : 'Not confirmed'}</p>
        <button>Change</button>
      </form>
    </section>
  )
}

function EmailAddresses({ rows, max }) {
  return (
    <section>
      <h2>More email addresses</h2>
      <p>At most {max} addresses besides the one above.</p>
      <ul>
        {rows.map(({ email }) => (
          <li key={email}>{email}</li>
        ))}
      </ul>
      <form method="post" action="/profile/addresses">
        <label>
          Email <input type="email" name="email" />
        </label>
        <button>Add</button>
      </form>
    </section>
  )
}

function NotificationSettings({ rows }) {
  return (
    <section>
      <h2>Notifications</h2>
      <form method="post" action="/profile/notifications">
        {rows.map(({ kind, about, mail, app }) => (
          <fieldset key={kind}>
            <legend>{about}</legend>
            <label>
              <input
                type="checkbox"
                name={`${kind}.mail`}
                defaultChecked={mail !== 'off'}
                disabled={mail === 'always'}
              />
              Mail
            </label>
            <label>
              <input type="checkbox" name={`${kind}.app`} defaultChecked={app !== 'off'} />
              In the application
            </label>
          </fieldset>
        ))}
        <button>Save</button>
      </form>
    </section>
  )
}

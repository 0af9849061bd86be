/** The frame of a signed-in page. Each application gives it the link of its router. */
export function Frame({ user, Link, children }) {
  return (
    <>
      <a href="#content">Skip to the content</a>
      <header>
        <Link href="/">Peer</Link>
        <nav>
          <Link href="/">Dashboard</Link>
          <Link href="/profile">Account</Link>
          <Link href="/time-travel">Time Travel</Link>
          <Link href="/tokens">API tokens</Link>
        </nav>
        <details>
          <summary>{user.name}</summary>
          <p>{user.email}</p>
          <Link href="/">Dashboard</Link>
          <Link href="/profile">Account</Link>
          <Link href="/teams">Teams</Link>
          <fieldset>
            <legend>Theme</legend>
            {['system', 'light', 'dark'].map((theme) => (
              <label key={theme}>
                <input type="radio" name="theme" value={theme} /> {theme}
              </label>
            ))}
          </fieldset>
          <form method="post" action="/logout">
            <button>Sign out</button>
          </form>
        </details>
      </header>
      <main id="content">{children}</main>
    </>
  )
}

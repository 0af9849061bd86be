import { useTranslation } from '#web/i18n.tsx'

/** An example of a comparison, for accounts that are too new to have one. */
export function ComparisonExample() {
  const t = useTranslation()
  const rows = [
    [t('Name'), 'Ada Lovelace', t('Someone else')],
    [t('Sessions'), t.number(2), t.number(3)],
  ] as const
  return (
    <section className="card time-travel-example" aria-labelledby="example">
      <header>
        <h2 id="example">{t('How it works')}</h2>
        <p className="badge">{t('Example')}</p>
      </header>
      <p>
        {t(
          'Suppose someone changed your account on Tuesday. Drag the handle to Monday to see what was different, then restore it.',
        )}
      </p>
      <table className="diff-table">
        <thead>
          <tr>
            <th scope="col">{t('Field')}</th>
            <th scope="col">{t('Then')}</th>
            <th scope="col">{t('Now')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, before, after]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td data-label={t('Then')}>{before}</td>
              <td data-label={t('Now')}>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

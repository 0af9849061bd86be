import { router } from '@inertiajs/react'
import type { FormEvent } from 'react'

import type { AccountListQuery } from '#app/admin/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Field } from '#web/components/Field.tsx'
import { Select } from '#web/components/Select.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

export function SearchForm({ query }: { query: AccountListQuery }) {
  const t = useTranslation()

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    router.get(route('admin.accounts'), Object.fromEntries(new FormData(event.currentTarget)))
  }

  return (
    <search>
      <form
        className="admin-search"
        method="get"
        action={route('admin.accounts')}
        onSubmit={search}
      >
        <Field
          name="search"
          type="search"
          label={t('Address, name or id')}
          required={false}
          defaultValue={query.search}
        />
        <Select name="filter" label={t('Show')} defaultValue={query.filter}>
          <option value="all">{t('All accounts')}</option>
          <option value="unverified">{t('Address not confirmed')}</option>
          <option value="locked">{t('Locked')}</option>
          <option value="deleting">{t('Being deleted')}</option>
          <option value="role">{t('With a role')}</option>
        </Select>
        <Select name="sort" label={t('Order')} defaultValue={query.sort}>
          <option value="newest">{t('Newest first')}</option>
          <option value="oldest">{t('Oldest first')}</option>
          <option value="address">{t('By address')}</option>
        </Select>
        <Button type="submit" tone="primary">
          {t('Search')}
        </Button>
      </form>
    </search>
  )
}

const membersPerTeam = 10

/** Undefined unless the account with this number, counted from 1, owns a team. */
export function slugOfTeam(owner: number): string | undefined {
  return owner % membersPerTeam === 1 ? `engines-${owner}` : undefined
}

/** Teams of ten of the accounts `Person 1` and following. Their owners also have three API tokens and five notifications. */
export function teamStatements(now: number): string[] {
  const number = `cast(substr(users.name, 8) as bigint)`
  const owners = `users.name like 'Person %1'`
  const counted = (count: number) =>
    Array.from({ length: count }, (_, index) => `select ${index + 1} as k`).join(' union all ')
  return [
    `insert into teams (id, name, slug, created_at, event_count, requires_second_factor)
     select '1' || substr(id, 2), 'Engines ' || substr(name, 8), 'engines-' || substr(name, 8), created_at, 0, 0
     from users where ${owners}`,
    `insert into team_members (team_id, user_id, role, joined_at)
     select teams.id, users.id, case when ${owners} then 'owner' else 'member' end, users.created_at
     from users join teams on slug = 'engines-' || (${number} - (${number} - 1) % ${membersPerTeam})`,
    `insert into api_tokens (id, user_id, name, hint, token_hash, permissions, networks, issued_at, uses, created_at)
     select k || substr(id, 2), id, 'Backup ' || k, 'foyer_' || k, secret_hash(${number} * 10 + k), '["read"]', '[]', ${now}, 0, ${now}
     from users cross join (${counted(3)}) as counted where ${owners}`,
    `insert into notifications (id, user_id, type, data, created_at, read_at)
     select k || substr(id, 2), id, 'token-created', '{"target":"Backup ' || k || '","event":1}', ${now},
       case when k > 3 then null else ${now} end
     from users cross join (${counted(5)}) as counted where ${owners}`,
  ]
}

import { followMemories, searchMemories } from './memories.js';
import { key, url } from './settings.js';

const client = globalThis.supabase.createClient(url, key);
const find = (id) => document.getElementById(id);
const say = (text) => {
  find('state').textContent = text;
};
// Memories are data: they are shown as text, never as HTML.
const list = (memories) => {
  const items = memories.map((memory) => {
    const item = document.createElement('li');
    item.textContent = `${memory.pinned ? '★ ' : ''}${memory.content}`;
    return item;
  });
  find('memories').replaceChildren(...items);
};

let current = [];
const start = async () => {
  const show = (memories) => {
    current = memories;
    if (find('words').value === '') list(current);
  };
  await followMemories(client, { show, say });
  for (const form of ['sign-in', 'code']) find(form).hidden = true;
  find('words').hidden = false;
};

const fieldsOf = (event) => {
  event.preventDefault();
  return Object.fromEntries(new FormData(event.target));
};

let mailedTo = '';
find('sign-in').addEventListener('submit', async (event) => {
  const { email, password } = fieldsOf(event);
  const { error } =
    password === ''
      ? await client.auth.signInWithOtp({ email })
      : await client.auth.signInWithPassword({ email, password });
  if (error) say(error.message);
  else if (password !== '') await start();
  else {
    mailedTo = email;
    find('code').hidden = false;
    say(`A code was mailed to ${email}.`);
  }
});
find('code').addEventListener('submit', async (event) => {
  const { token } = fieldsOf(event);
  const { error } = await client.auth.verifyOtp({ email: mailedTo, token, type: 'email' });
  if (error) say(error.message);
  else await start();
});
find('words').addEventListener('input', async ({ target }) => {
  list(target.value === '' ? current : await searchMemories(client, target.value));
});

const { data } = await client.auth.getSession();
if (data.session) await start();

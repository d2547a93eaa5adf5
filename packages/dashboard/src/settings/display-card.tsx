/** The density of rows in this browser. [PG-34] */
import { useState } from 'preact/hooks';
import { useCairn } from '../app/cairn.ts';
import { chooseDensity, DENSITIES, type Density, densityIn } from '../app/density.ts';

const LABELS: Readonly<Record<Density, string>> = {
  comfortable: 'Comfortable: two lines of each memory',
  compact: 'Compact: one line, more memories at once',
};

export const DisplayCard = () => {
  const { browser } = useCairn();
  const [chosen, setChosen] = useState(densityIn(browser));
  const choose = (density: Density): void => {
    chooseDensity(browser, density);
    setChosen(density);
  };
  return (
    <fieldset class="card display">
      <legend>Rows in this browser</legend>
      {DENSITIES.map((density) => (
        <label class="check" key={density}>
          <input type="radio" name="density" checked={chosen === density} onChange={() => choose(density)} />
          <span>{LABELS[density]}</span>
        </label>
      ))}
    </fieldset>
  );
};

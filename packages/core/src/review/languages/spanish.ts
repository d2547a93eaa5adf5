/** Spanish word lists for finding contradictions. */
import { languageFrom } from './language.ts';

export const SPANISH = languageFrom({
  functionWords: `el la los las un una unos unas de del y o pero con para por en al lo se su sus mi mis tu tus nuestro nuestra nuestros que quien donde
     como sobre entre desde hasta yo él ella ellos nosotros a sin`,
  fillers:
    'el la los las un una unas unos ahora actualmente ya también aún siempre generalmente normalmente principalmente muy solo sólo cambiamos cambiado cambió pasamos pasado migramos migrado',
  negations: 'no nunca jamás ningún ninguno ninguna tampoco sin',
  negating: /\bya no\b/,
  elision: null,
  folded: {
    be: 'soy somos es son era eran está están fue será llama',
    use: 'uso usamos utilizo utilizamos usa usan usaba utiliza utilizan utilizaba emplea',
    run: 'corre corren ejecuta ejecutan',
    live: 'vivo vivimos vive viven reside',
    work: 'trabajo trabajamos trabaja trabajan trabajaba',
    prefer: 'prefiero preferimos prefiere prefieren prefería',
    deploy: 'despliega despliegan desplegado',
    listen: 'escucha escuchan',
    host: 'alojado alojada alojados aloja',
    store: 'guarda guardan almacena almacenan',
    start: 'empieza empiezan comienza comienzan',
    end: 'termina terminan acaba acaban',
    need: 'necesita necesitan requiere requieren',
    own: 'posee poseen',
    lead: 'dirige dirigen lidera lideran',
    manage: 'gestiona gestionan',
    write: 'escribe escriben escrito escrita',
    build: 'construye construyen',
    has: 'tengo tenemos tiene tienen tenía',
  },
  genericSubjects:
    'usuario usuaria equipo proyecto persona cliente empresa aplicación sistema servicio repositorio código servidor',
  slotNouns: `editor puerto versión idioma lenguaje datos framework plazo dueño dueña propietario rama color tema zona dirección cumpleaños
     teléfono navegador ciudad oficina dominio límite presupuesto salario rol título puesto región proveedor gestor licencia moneda
     estado intervalo tamaño precio altura anchura longitud`,
  ordinalNouns: `contrato factura pedido ticket issue paso sprint semana día capítulo parte fase episodio pregunta tarea página línea número sala piso nivel bug pr
     prueba habitación andén lección ejercicio commit caso`,
  datedNouns: 'plazo entrega lanzamiento cumpleaños inicio fin vencimiento',
  events:
    'llamado llamó respondido respondió contestado contestó escrito escribió pagado pagó venido vino llegado llegó',
  change:
    /\b(?:ya no|en lugar de|en vez de|reemplaz\S*|migrado|migramos|cambiado de|cambiamos de|a partir de ahora|ahora)(?=\s|$)/,
  leftBehind:
    /\b(?:cambiado|cambiamos|cambió|pasado|pasamos|pasó|migrado|migramos|migró) de ((?:\S+ ){0,2}?\S+) a(?=\s|$)|\b(?:en lugar de|en vez de) (\S+)|\bya no (?:uso|usamos|usa|utilizo|utilizamos|utiliza|trabajo con|trabajamos con) (?:el |la )?(\S+)|\b(?:dejado|dejé|dejamos) de usar (?:el |la )?(\S+)|\b(?:vendí|vendimos|vendido) (?:el |la |mi |nuestro |nuestra )?(\S+)/,
});

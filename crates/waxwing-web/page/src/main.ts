// The page begins here.

import "uplot/dist/uPlot.min.css";
import "./page.css";
import { mount } from "svelte";
import Page from "./Page.svelte";
import { apply } from "./theme";

apply();
mount(Page, { target: document.getElementById("app")! });
